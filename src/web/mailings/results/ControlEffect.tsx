import { Card, Text, Title } from '@mantine/core';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getConversion } from '#contract/insights/conversion.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import { shareOf } from '#web/mailings/runs/run-figures.ts';

type Props = { conversion: ReplyOf<typeof getConversion> | undefined; onOpen: () => void };

/** Recipients against the contacts kept back: the visits that the mailing caused. */
export function ControlEffect({ conversion, onOpen }: Props) {
  const t = useTexts();
  const format = useFormat();
  const effect = conversion?.effect;
  if (!effect || effect.state === 'choose_flow' || effect.state === 'off') return null;
  const group = (came: number, count: number) =>
    t('mailing_results:effect.group', {
      came: format.number(came),
      count: format.number(count),
      share: format.percent(shareOf(came, count)),
    });
  return (
    <Card component="section" aria-label={t('mailing_results:effect.title')}>
      <Title order={2} size="h3" mb="xs">
        {t('mailing_results:effect.title')}
      </Title>
      <Text fw={550}>
        {effect.state === 'gathering' && t('mailing_results:effect.gathering')}
        {effect.state === 'measured' && !effect.isSure && t('mailing_results:effect.unsure')}
        {effect.state === 'measured' &&
          effect.isSure &&
          t(effect.visits < 0 ? 'mailing_results:effect.fewer' : 'mailing_results:effect.more', {
            count: Math.abs(effect.visits),
            number: format.number(Math.abs(effect.visits)),
          })}
      </Text>
      <Text size="sm">
        {t('mailing_results:effect.wrote')}: {group(effect.sentVisited, effect.sent)}
      </Text>
      <Text size="sm">
        <LinkButton onClick={onOpen}>{t('mailing_results:control')}</LinkButton>:{' '}
        {group(effect.heldVisited, effect.held)}
      </Text>
    </Card>
  );
}
