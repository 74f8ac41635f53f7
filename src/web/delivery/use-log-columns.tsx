import { Text } from '@mantine/core';
import { IconBan, IconFile, IconHelpCircle } from '@tabler/icons-react';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import type { LogEntry } from '#contract/delivery/calls.ts';
import { Moment } from '#web/lib/format/Moment.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { senderName } from '#web/lib/pages/sender.ts';
import type { Column } from '#web/ui/lists/list.ts';
import { TestBadge } from '#web/ui/feedback/StatusBadge.tsx';
import { Ticks } from '#web/ui/feedback/Ticks.tsx';
import { isDecidedAgainst, tickOf } from './entry-state.ts';
import { FormMark } from './FormMark.tsx';
import classes from './delivery.module.css';

/** Columns of the log: contact, text, sender, channel, status and time. */
export function useLogColumns(): Column<LogEntry>[] {
  const t = useTexts();
  const formatPhone = useFormatPhone();
  return [
    {
      key: 'who',
      title: t('delivery:client'),
      isMain: true,
      cell: (entry) => (
        <span className={classes.who}>
          <span>
            {(entry.isToOwner && t('delivery:to_you')) ||
              entry.contactName ||
              (entry.phone && formatPhone(entry.phone)) ||
              t(entry.contactId ? 'delivery:nameless' : 'delivery:no_client')}
          </span>
          {(entry.contactName || entry.isToOwner) && entry.phone && (
            <Text span size="sm" c="dimmed">
              {formatPhone(entry.phone)}
            </Text>
          )}
        </span>
      ),
    },
    {
      key: 'state',
      title: t('delivery:status_label'),
      isBrief: true,
      cell: (entry) => (
        <div>
          <EntryState entry={entry} />
        </div>
      ),
    },
    {
      key: 'sender',
      title: t('delivery:sender_label'),
      cell: (entry) => (
        <span className={classes.flow}>
          {senderName(entry, t)} {entry.isTest && <TestBadge />}
          {entry.channelKind && (
            <Text span size="sm" c="dimmed">
              {CHANNEL_APPEARANCES[entry.channelKind].name}
            </Text>
          )}
        </span>
      ),
    },
    {
      key: 'body',
      title: t('delivery:text'),
      from: 'medium',
      cell: (entry) => (
        <Text span size="sm" lineClamp={2} className={classes.body}>
          {entry.fileName && (
            <>
              <IconFile size={14} stroke={1.8} aria-hidden className={classes.fileMark} />
              {`${entry.fileName} `}
            </>
          )}
          <FormMark entry={entry} />
          {entry.body || (entry.fileName ? '' : '—')}
        </Text>
      ),
    },
    {
      key: 'at',
      title: t('delivery:when'),
      isBrief: true,
      cell: ({ at, timeZone }) => <Moment at={at} zone={timeZone} />,
    },
  ];
}

type StateProps = {
  entry: Pick<LogEntry, 'status' | 'rule' | 'isReplied'>;
  /** The reason in a sentence; in a list a few words do. */
  isWhole?: boolean;
};

/** A mark and a word; for what was not sent, the reason. */
export function EntryState({ entry, isWhole = false }: StateProps) {
  const t = useTexts();
  const { rule } = entry;
  const word = entry.isReplied ? t('delivery:status.replied') : t(`delivery:status.${entry.status}`);
  return (
    <span className={classes.state}>
      <span className={classes.sign}>
        <StateSign entry={entry} />
      </span>
      <span>
        {word}
        {rule && rule !== 'due' && (
          <Text span size={isWhole ? undefined : 'sm'} c={isWhole ? undefined : 'dimmed'} display="block">
            {t(isWhole ? `rules:${rule}.why` : `rules:${rule}.name`)}
          </Text>
        )}
      </span>
    </span>
  );
}

/** Ours to decide against is no failure, and nobody knows what became of what is in doubt. */
function StateSign({ entry }: Pick<StateProps, 'entry'>) {
  if (isDecidedAgainst(entry)) return <IconBan size={16} className={classes.against} aria-hidden />;
  if (entry.status === 'unknown') return <IconHelpCircle size={16} className={classes.doubt} aria-hidden />;
  return <Ticks state={tickOf(entry)} />;
}
