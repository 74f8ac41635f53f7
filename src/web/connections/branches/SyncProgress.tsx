import { Progress, Text } from '@mantine/core';
import type { Branch, ConnectionKind } from '#contract/connections/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { appearanceOf } from '#web/connections/connection-appearances.ts';

type Props = { branch: Branch; kind: ConnectionKind };

/** Progress of reading a branch from scratch. */
export function SyncProgress({ branch, kind }: Props) {
  const t = useTexts();
  const format = useFormat();
  const { syncBeganAt, syncReadCount: count, syncTotalCount } = branch;
  if (syncBeganAt === null) return null;
  const shown = format.number(count);
  // NOTE: records created meanwhile may exceed the vendor's first total
  const total = syncTotalCount === null ? null : Math.max(syncTotalCount, count);
  const read =
    total === null
      ? t(`${appearanceOf(kind).texts}.sync_read`, { count, shown })
      : t('connections:sync_read_of', { count: total, shown, total: format.number(total) });
  return (
    <div role="status">
      {total !== null && total > 0 && (
        <Progress value={(100 * count) / total} size="sm" mb={6} aria-label={t('connections:sync_going')} />
      )}
      <Text size="sm">
        {t('connections:sync_going')}: {read} · {t('connections:sync_began', { when: format.near(syncBeganAt) })}
      </Text>
    </div>
  );
}

/** When everything was last read, and how many records there were. */
export function SyncedAt({ branch: { syncedAt, syncBeganAt, syncReadCount: count }, kind }: Props) {
  const t = useTexts();
  const format = useFormat();
  if (syncedAt === null) return t('connections:never');
  const when = format.near(syncedAt);
  if (syncBeganAt !== null || count === 0) return when;
  return t(`${appearanceOf(kind).texts}.synced_count`, { when, count, shown: format.number(count) });
}
