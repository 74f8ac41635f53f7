import { Text } from '@mantine/core';
import type { Payout } from '#contract/partners/calls.ts';
import type { Format } from '#web/lib/format/format.ts';
import type { Text as Texts } from '#web/lib/format/i18n.ts';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import type { Column } from '#web/ui/lists/list.ts';

const TONES = { requested: 'attention', paid: 'good', refused: 'bad', withdrawn: 'gray' } as const;

/** Columns of payouts, as partners and the operator see them. */
export const payoutColumns = (t: Texts, format: Format) =>
  ({
    requestedAt: {
      key: 'requestedAt',
      title: t('partners:payouts.date'),
      isBrief: true,
      cell: ({ requestedAt }) => format.dateTime(requestedAt),
    },
    sum: {
      key: 'sum',
      title: t('partners:payouts.sum'),
      isNumeric: true,
      cell: ({ amountMinor, currency }) => format.money({ amountMinor, currency }),
    },
    status: {
      key: 'status',
      title: t('partners:payouts.status'),
      cell: ({ status, reason }) => (
        <>
          <ToneBadge tone={TONES[status]}>{t(`partners:status.${status}`)}</ToneBadge>
          {reason && (
            <Text size="sm" c="dimmed">
              {reason}
            </Text>
          )}
        </>
      ),
    },
  }) satisfies Record<string, Column<Payout>>;
