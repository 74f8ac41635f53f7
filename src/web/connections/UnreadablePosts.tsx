import { Skeleton, Text, Title } from '@mantine/core';
import type { ConnectionId } from '#contract/connections.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { Failure } from '#web/ui/Failure.tsx';
import classes from './connections.module.css';
import { useConnection } from './use-connections.ts';

/** What the booking system posted and we could not read, as it came. */
export function UnreadablePosts({ connectionId }: { connectionId: ConnectionId }) {
  const t = useTexts();
  const format = useFormat();
  const connection = useConnection(connectionId);

  if (connection.isPending) return <Skeleton height={60} mt="md" />;
  if (connection.isError) return <Failure error={connection.error} onRetry={connection.refetch} />;
  return (
    <section className={classes.posts}>
      <Title order={3}>{t('connections.unreadable')}</Title>
      {connection.data.unreadable.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('connections.unreadable_none')}
        </Text>
      )}
      {connection.data.unreadable.map((post) => (
        <div key={post.receivedAt + post.body} className={classes.branch}>
          <Text size="sm">
            {format.dateTime(post.receivedAt)} · {post.problem}
          </Text>
          <pre className={classes.raw}>{post.body}</pre>
        </div>
      ))}
    </section>
  );
}
