import { Button, Card, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { ContactCard } from '#contract/insights/calls.ts';
import type { LogEntry } from '#contract/delivery/calls.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { FormMark } from '#web/delivery/FormMark.tsx';
import { useMessageLog } from '#web/delivery/use-message-log.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { senderName } from '#web/lib/pages/sender.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import { TestBadge } from '#web/ui/feedback/StatusBadge.tsx';
import classes from '#web/insights/insights.module.css';

/** Messages shown at first. */
const SHOWN = 3;

type Props = {
  card: ContactCard;
  /** Opens the trace of a row of the log. */
  onMessage: (entryId: string) => void;
};

/** The contact's next visit, and the messages that will be sent: when, by which channel, with which words. */
export function NextVisit({ card: { id, nextVisit }, onMessage }: Props) {
  const t = useTexts();
  const format = useFormat();
  const log = useMessageLog({ contactId: id, status: 'waiting' });
  const planned = log.data ?? [];
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? planned : planned.slice(0, SHOWN);
  if (!nextVisit && planned.length === 0) return null;
  return (
    <Card component="section" aria-label={t('insights:contact.next_visit')} className={classes.figures}>
      <Text size="sm" c="dimmed">
        {t('insights:contact.next_visit')}
      </Text>
      <Title order={2}>
        {nextVisit ? format.dateTime(nextVisit.startsAt, nextVisit.timeZone) : t('insights:contact.no_next')}
      </Title>
      {nextVisit && (
        <Text size="sm" c="dimmed">
          {[nextVisit.serviceTitles.join(', '), nextVisit.masterName, nextVisit.branchTitle]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      )}
      <Text fw={550} mt="sm">
        {t('insights:planned.title')}
      </Text>
      {log.isPending && (
        <Loading>
          <RowsSkeleton rows={2} />
        </Loading>
      )}
      {log.isError && !log.data && <Failure error={log.error} onRetry={log.refetch} />}
      {log.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('insights:planned.none')}
        </Text>
      )}
      {planned.length > 0 && (
        <ul className={classes.planned}>
          {shown.map((entry) => (
            <Planned key={entry.id} entry={entry} onOpen={() => onMessage(entry.id)} />
          ))}
        </ul>
      )}
      {shown.length < planned.length && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setWhole(true)}>
          {t('insights:planned.more', { count: planned.length - shown.length })}
        </Button>
      )}
    </Card>
  );
}

function Planned({ entry, onOpen }: { entry: LogEntry; onOpen: () => void }) {
  const t = useTexts();
  const format = useFormat();
  return (
    <li>
      <LinkButton onClick={onOpen}>{format.dateTime(entry.at, entry.timeZone)}</LinkButton>{' '}
      <Text span size="sm" c="dimmed">
        {[senderName(entry, t), entry.channelKind && CHANNEL_APPEARANCES[entry.channelKind].name]
          .filter(Boolean)
          .join(' · ')}{' '}
        {entry.isTest && <TestBadge />}
      </Text>
      <Text size="sm" lineClamp={2}>
        <FormMark entry={entry} />
        {entry.body}
      </Text>
    </li>
  );
}
