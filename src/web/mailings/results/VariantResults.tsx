import { Badge, Button, Card, Text, Title } from '@mantine/core';
import type { VariantResult } from '#contract/mailings/results.ts';
import type { Mailing } from '#contract/mailings/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { isRunning } from '#web/mailings/runs/run-figures.ts';
import classes from './results.module.css';
import { useChooseWinner } from './use-mailing-results.ts';

type Props = { mailing: Mailing; variants: readonly VariantResult[] };

/** Texts of an A/B test side by side, with their rates and how sure the difference is. One of them goes to the rest. */
export function VariantResults({ mailing, variants }: Props) {
  const t = useTexts();
  const format = useFormat();
  const choose = useChooseWinner(mailing.id);
  const { experiment } = mailing.settings;
  if (!experiment || variants.length === 0) return null;
  const best = variants.reduce((one, other) => (other.chance > one.chance ? other : one));
  const isOpen = mailing.winner === null && isRunning(mailing);
  return (
    <Card component="section" aria-label={t('mailing_results:variants')}>
      <Title order={2} size="h3" mb="xs">
        {t('mailing_results:variants')}
      </Title>
      {isOpen && (
        <Text c="dimmed" mb="sm">
          <State mailing={mailing} />
        </Text>
      )}
      <div className={classes.variants}>
        {variants.map((variant) => (
          <div key={variant.variant} className={classes.variant}>
            <Text fw={550}>
              {t('mailings:ab.variant', { letter: 'ABC'[variant.variant] ?? '' })}{' '}
              {variant === best && variant.sent > 0 && (
                <Badge variant="light">{t('mailing_results:chance', { share: format.percent(variant.chance) })}</Badge>
              )}
            </Text>
            <Text size="sm" className={classes.text}>
              {variant.text}
            </Text>
            <Text>
              {t(`mailing_results:rate.${experiment.metric}`, {
                share: format.percent(variant.rate),
                low: format.percent(variant.low),
                high: format.percent(variant.high),
              })}
            </Text>
            <Text size="sm" c="dimmed">
              {t('mailing_results:variant_sent', { count: variant.sent, number: format.number(variant.sent) })}
            </Text>
            {mailing.winner === variant.variant && <Text fw={550}>{t('mailing_results:winner.chosen')}</Text>}
            {isOpen && (
              <Button
                variant="default"
                loading={choose.isPending && choose.variables === variant.variant}
                disabled={choose.isPending}
                onClick={() => choose.mutate(variant.variant)}
              >
                {t('mailing_results:winner.choose')}
              </Button>
            )}
          </div>
        ))}
      </div>
    </Card>
  );
}

function State({ mailing: { decidesAt, errorCode } }: Pick<Props, 'mailing'>) {
  const t = useTexts();
  const format = useFormat();
  if (errorCode === 'no_winner') return t('mailing_results:winner.no_winner');
  if (decidesAt === null) return t('mailing_results:winner.testing');
  return t('mailing_results:winner.decides', { when: format.dateTime(decidesAt) });
}
