import { Text } from '@mantine/core';
import type { LogEntry } from '#contract/delivery.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { useFormatPhone } from '#web/lib/phone.ts';
import type { Column } from '#web/ui/list.ts';
import { TestBadge } from '#web/ui/StatusBadge.tsx';
import { Ticks } from '#web/ui/Ticks.tsx';
import { isAgainst, tickOf } from './entry-state.ts';
import classes from './delivery.module.css';

/** What a line of the log says: who, what, by which flow and channel, how far it came, when. */
export function useLogColumns(): Column<LogEntry>[] {
  const t = useTexts();
  const format = useFormat();
  const formatPhone = useFormatPhone();
  return [
    {
      key: 'who',
      title: t('delivery.client'),
      isMain: true,
      cell: (entry) => (
        <span className={classes.who}>
          <span>{entry.contactName || (entry.phone && formatPhone(entry.phone)) || t('delivery.nameless')}</span>
          {entry.contactName && entry.phone && (
            <Text span size="sm" c="dimmed">
              {formatPhone(entry.phone)}
            </Text>
          )}
        </span>
      ),
    },
    {
      key: 'state',
      title: t('delivery.status_label'),
      cell: (entry) => <EntryState entry={entry} />,
    },
    {
      key: 'flow',
      title: t('delivery.flow'),
      cell: (entry) => (
        <span className={classes.flow}>
          {entry.flowTitle ?? t('delivery.by_hand')} {entry.isTest && <TestBadge />}
          {entry.channelKind && (
            <Text span size="sm" c="dimmed">
              {t(`delivery.channel.${entry.channelKind}`)}
            </Text>
          )}
        </span>
      ),
    },
    {
      key: 'body',
      title: t('delivery.text'),
      cell: (entry) => (
        <Text span size="sm" lineClamp={2} className={classes.body}>
          {entry.body || '—'}
        </Text>
      ),
    },
    { key: 'at', title: t('delivery.when'), cell: (entry) => format.near(entry.at) },
  ];
}

/** Ticks and a word; for what was not sent, the reason in a few words. */
export function EntryState({ entry }: { entry: LogEntry }) {
  const t = useTexts();
  const word = entry.isReplied ? t('delivery.status.replied') : t(`delivery.status.${entry.status}`);
  return (
    <span className={classes.state} data-against={isAgainst(entry) || undefined}>
      <Ticks state={tickOf(entry)} />
      <span>
        {word}
        {entry.rule && entry.rule !== 'due' && (
          <Text span size="sm" c="dimmed" display="block">
            {t(`delivery.rule.${entry.rule}`)}
          </Text>
        )}
      </span>
    </span>
  );
}
