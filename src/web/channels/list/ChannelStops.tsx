import { Anchor, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ChannelStops as Stops, StoppedSender } from '#contract/channels/stops.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { namedSender, senderPath } from '#web/lib/pages/sender.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import classes from '#web/channels/channels.module.css';

/** Senders shown by name; more are counted. */
const NAMED = 6;

/** Shows what stops without a channel: senders that have no other, and its planned messages. */
export function ChannelStops({ stops }: { stops: UseQueryResult<Stops> }) {
  if (stops.isPending) return <Skeleton height={72} mt="md" />;
  if (stops.isError) return <Failure error={stops.error} onRetry={stops.refetch} />;
  return <Known stops={stops.data} />;
}

function Known({ stops: { senders, messagesCount } }: { stops: Stops }) {
  const t = useTexts();
  const format = useFormat();
  const rest = senders.length - NAMED;
  return (
    <div className={classes.stops}>
      {senders.length === 0 ? (
        <Text c="dimmed">{t('channels:stops_nothing')}</Text>
      ) : (
        <>
          <Text fw={600}>{t('channels:stops_senders', { count: senders.length })}</Text>
          <ul>
            {senders.slice(0, NAMED).map(({ kind, id, title }) => (
              <li key={id}>
                <SenderLink kind={kind} id={id} title={title} />
              </li>
            ))}
            {rest > 0 && <li>{t('channels:stops_more', { count: rest })}</li>}
          </ul>
        </>
      )}
      {messagesCount > 0 && (
        <Text>{t('channels:stops_messages', { count: messagesCount, shown: format.number(messagesCount) })}</Text>
      )}
    </div>
  );
}

function SenderLink({ kind, id, title }: StoppedSender) {
  const t = useTexts();
  const named = namedSender({ senderKind: kind, senderTitle: title }, t);
  const path = senderPath({ senderId: id, senderKind: kind });
  if (!path) return named;
  return (
    <Anchor component={Link} to={path}>
      {named}
    </Anchor>
  );
}
