import { Anchor, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { listConnectionStops } from '#contract/connection-stops.ts';
import type { Connection } from '#contract/connections.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Failure } from '#web/ui/Failure.tsx';
import classes from './connections.module.css';
import { useConnectionStops, useRemoveConnection } from './use-connections.ts';

/** So many flows are named; more are counted. */
const NAMED_FLOWS = 6;

type Props = { connection: Pick<Connection, 'id' | 'kind' | 'title'>; isOpen: boolean; onClose: () => void };

/** Says what a disconnection ends before it is made. It can be taken back all the same. */
export function DisconnectDialog({ connection: { id, kind, title }, isOpen, onClose }: Props) {
  const t = useTexts();
  const remove = useRemoveConnection(kind);
  const stops = useConnectionStops(id, isOpen && !remove.isPending);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('connections.remove_title', { system: t(`menu.${kind}`), title })}
      text={t(`${kind === 'iiko' ? 'iiko' : 'connections'}.remove_text`)}
      confirmLabel={t('connections.remove')}
      isBusy={remove.isPending}
      isDangerous
      onConfirm={() => remove.mutate(id, { onSettled: onClose })}
      onClose={onClose}
    >
      {stops.isPending && <Skeleton height={72} mt="md" />}
      {stops.isError && <Failure error={stops.error} onRetry={stops.refetch} />}
      {stops.data && <Stops stops={stops.data} />}
    </ConfirmDialog>
  );
}

function Stops({ stops: { flows, messagesCount } }: { stops: ReplyOf<typeof listConnectionStops> }) {
  const t = useTexts();
  const format = useFormat();
  if (flows.length === 0 && messagesCount === 0)
    return (
      <Text mt="md" c="dimmed">
        {t('connections.stops_nothing')}
      </Text>
    );
  const rest = flows.length - NAMED_FLOWS;
  return (
    <div className={classes.stops}>
      {messagesCount > 0 && (
        <Text fw={600}>
          {t('connections.stops_messages', { count: messagesCount, shown: format.number(messagesCount) })}
        </Text>
      )}
      {flows.length > 0 && (
        <>
          <Text fw={600}>{t('connections.stops_flows', { count: flows.length })}</Text>
          <ul>
            {flows.slice(0, NAMED_FLOWS).map((flow) => (
              <li key={flow.id}>
                <Anchor component={Link} to={`/flows/edit/${flow.id}`}>
                  {flow.title}
                </Anchor>
              </li>
            ))}
            {rest > 0 && <li>{t('connections.stops_more', { count: rest })}</li>}
          </ul>
        </>
      )}
    </div>
  );
}
