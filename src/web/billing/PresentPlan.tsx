import { Card, Group, Stack, Text, Title } from '@mantine/core';
import type { getSubscription } from '#contract/billing/calls.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { NumberTile } from '#web/ui/charts/NumberTile.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { BALANCES } from './balances.ts';
import { dollars, extentOf, tariffName } from './billing-words.ts';
import classes from './billing.module.css';

/** The tariffs of the cabinet with their ends, and its balances. */
export function PresentPlan({ subscription }: { subscription: ReplyOf<typeof getSubscription> }) {
  const t = useTexts();
  const format = useFormat();
  const { tariffs, messagesLeft, ratingsLeft, aiBalanceMicroUsd } = subscription;
  const left = {
    messages: format.number(messagesLeft),
    ratings: format.number(ratingsLeft),
    ai: dollars(aiBalanceMicroUsd, format),
  };
  return (
    <>
      <div className={classes.tiles}>
        {BALANCES.map((balance) => (
          <NumberTile key={balance} title={t(`billing:balance.${balance}`)} value={left[balance]} />
        ))}
      </div>
      {tariffs.length > 0 && (
        <Card component="section" aria-label={t('billing:mine')}>
          <Title order={2} size="h3" mb="sm">
            {t('billing:mine')}
          </Title>
          <Stack gap="xs">
            {tariffs.map(({ tariffId, units, until, isActive, items }) => (
              <Group key={tariffId} justify="space-between" gap="xs">
                <div>
                  <Text fw={550}>{tariffName(tariffId, t)}</Text>
                  <Text size="sm" c="dimmed">
                    {extentOf({ tariffId, units, items }, t)}
                  </Text>
                </div>
                <Group gap="xs">
                  <Text size="sm" c="dimmed">
                    {t(isActive ? 'billing:until' : 'billing:ended', { date: format.date(until) })}
                  </Text>
                  <ToneBadge tone={isActive ? 'good' : 'gray'}>
                    {t(isActive ? 'billing:active' : 'billing:expired')}
                  </ToneBadge>
                </Group>
              </Group>
            ))}
          </Stack>
        </Card>
      )}
    </>
  );
}
