import { Anchor, Skeleton, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Stops } from '#contract/connections/stops.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import classes from '#web/connections/connections.module.css';

/** Flows shown by name; more are counted. */
const NAMED_FLOWS = 6;

/** Shows what would stop: planned messages, and flows without another source. */
export function StopsList({ stops }: { stops: UseQueryResult<Stops> }) {
  if (stops.isPending) return <Skeleton height={72} mt="md" />;
  if (stops.isError) return <Failure error={stops.error} onRetry={stops.refetch} />;
  return <Known stops={stops.data} />;
}

function Known({ stops: { flows, messagesCount, channels } }: { stops: Stops }) {
  const t = useTexts();
  const format = useFormat();
  const canOpen = useCanOpen();
  if (flows.length === 0 && messagesCount === 0 && channels.length === 0)
    return (
      <Text mt="md" c="dimmed">
        {t('connections:stops_nothing')}
      </Text>
    );
  const rest = flows.length - NAMED_FLOWS;
  return (
    <div className={classes.stops}>
      {messagesCount > 0 && (
        <Text fw={600}>
          {t('connections:stops_messages', { count: messagesCount, shown: format.number(messagesCount) })}
        </Text>
      )}
      {flows.length > 0 && (
        <>
          <Text fw={600}>{t('connections:stops_flows', { count: flows.length })}</Text>
          <ul>
            {flows.slice(0, NAMED_FLOWS).map((flow) => (
              <li key={flow.id}>
                {canOpen('/flows') ? (
                  <Anchor component={Link} to={`/flows/edit/${flow.id}`}>
                    {flow.title}
                  </Anchor>
                ) : (
                  flow.title
                )}
              </li>
            ))}
            {rest > 0 && <li>{t('connections:stops_more', { count: rest })}</li>}
          </ul>
        </>
      )}
      <Channels title={t('connections:stops_inboxes')} channels={channels.filter(({ isInbox }) => isInbox)} />
      <Channels title={t('connections:stops_shown')} channels={channels.filter(({ isInbox }) => !isInbox)} />
    </div>
  );
}

function Channels({ title, channels }: { title: string; channels: Stops['channels'] }) {
  if (channels.length === 0) return null;
  return (
    <>
      <Text fw={600}>{title}</Text>
      <ul>
        {channels.map((channel) => (
          <li key={channel.id}>{channel.title}</li>
        ))}
      </ul>
    </>
  );
}
