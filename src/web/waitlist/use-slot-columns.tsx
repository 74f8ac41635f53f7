import { Text } from '@mantine/core';
import type { FreedSlot } from '#contract/waitlist/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { Column } from '#web/ui/lists/list.ts';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { slotState } from './slot-words.ts';
import classes from './waitlist.module.css';

/** The columns of freed slots. */
export function useSlotColumns(): Column<FreedSlot>[] {
  const t = useTexts();
  const format = useFormat();
  return [
    {
      key: 'when',
      title: t('waitlist:column.when'),
      isMain: true,
      cell: ({ startsAt, timeZone, serviceTitles, masterName }) => (
        <span className={classes.lines}>
          <span>{format.dateTime(startsAt, timeZone)}</span>
          <Text span size="sm" c="dimmed">
            {[serviceTitles.join(', '), masterName].filter(Boolean).join(' · ')}
          </Text>
        </span>
      ),
    },
    { key: 'branch', title: t('waitlist:column.branch'), from: 'wide', cell: ({ branchTitle }) => branchTitle },
    {
      key: 'offered',
      title: t('waitlist:column.offered'),
      isNumeric: true,
      cell: ({ offered }) => format.number(offered),
    },
    {
      key: 'state',
      title: t('waitlist:column.state'),
      isBrief: true,
      cell: (slot) => {
        const { tone, key } = slotState(slot);
        return <ToneBadge tone={tone}>{t(`waitlist:slot_state.${key}`)}</ToneBadge>;
      },
    },
    { key: 'winner', title: t('waitlist:column.winner'), cell: ({ winner }) => winner && winner.name },
    {
      key: 'price',
      title: t('waitlist:column.price'),
      isNumeric: true,
      from: 'medium',
      cell: ({ price }) => (price.amountMinor > 0 ? format.money(price) : null),
    },
  ];
}
