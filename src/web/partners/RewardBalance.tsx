import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { RewardAccount } from '#contract/partners/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { NumberTile } from '#web/ui/charts/NumberTile.tsx';
import classes from './partners.module.css';
import { PayoutDialog } from './PayoutDialog.tsx';

/** The sums that may be paid out and that wait for the operator, by currency; and the way to a payout. */
export function RewardBalance({ accounts }: { accounts: readonly RewardAccount[] }) {
  const t = useTexts();
  return (
    <section aria-label={t('partners:balance.title')}>
      {accounts.length === 0 && <Text c="dimmed">{t('partners:balance.none')}</Text>}
      <Stack gap="md">
        {accounts.map((account) => (
          <Account key={account.currency} account={account} />
        ))}
      </Stack>
    </section>
  );
}

function Account({ account }: { account: RewardAccount }) {
  const t = useTexts();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { currency, balanceMinor, reservedMinor, minPayoutMinor } = account;
  const freeMinor = balanceMinor - reservedMinor;
  const money = (amountMinor: number) => format.money({ amountMinor, currency });
  const isEnough = freeMinor >= minPayoutMinor;
  return (
    <div>
      <div className={classes.tiles}>
        <NumberTile title={t('partners:balance.free')} value={money(freeMinor)} size="sum" />
        <NumberTile title={t('partners:balance.reserved')} value={money(reservedMinor)} size="sum" />
      </div>
      <Group mt="sm" gap="sm">
        <Button variant="light" disabled={!isEnough || reservedMinor > 0} onClick={() => setOpen(true)}>
          {t('partners:payout.request')}
        </Button>
        <Text size="sm" c="dimmed">
          {reservedMinor > 0
            ? t('partners:payout.is_open')
            : !isEnough && t('partners:payout.from', { sum: money(minPayoutMinor) })}
        </Text>
      </Group>
      {isOpen && <PayoutDialog account={account} onClose={() => setOpen(false)} />}
    </div>
  );
}
