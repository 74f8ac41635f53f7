import { Skeleton } from '@mantine/core';
import type { Connection } from '#contract/connections.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { Failure } from '#web/ui/Failure.tsx';
import { RawPosts } from '#web/ui/RawPosts.tsx';
import { useConnection } from './use-connections.ts';

/** What the outside system posted and we could not read. */
export function UnreadablePosts({ connection: { id, kind } }: { connection: Connection }) {
  const t = useTexts();
  const format = useFormat();
  const connection = useConnection(id);

  if (connection.isPending) return <Skeleton height={60} mt="md" />;
  if (connection.isError) return <Failure error={connection.error} onRetry={connection.refetch} />;
  return (
    <RawPosts
      title={t('connections.unreadable')}
      none={t('connections.unreadable_none', { system: t(`menu.${kind}`) })}
      posts={connection.data.unreadable}
      when={format.dateTime}
    />
  );
}
