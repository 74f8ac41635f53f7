import { Badge, Text } from '@mantine/core';
import type { SupportSession } from '#contract/auth/support.ts';
import { type Format, useFormat } from '#web/lib/format/format.ts';
import { type Text as Texts, useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { useStopSupport, useSupportSessions } from './use-support.ts';

/** Route: /admin/support */
export function SupportPage() {
  const t = useTexts();
  const format = useFormat();
  const sessions = useSupportSessions();
  const stop = useStopSupport();
  return (
    <>
      <PageHead backTo="/admin/users" title={t('audit:support.sessions')} state={t('audit:support.sessions_state')} />
      <DataList
        label={t('audit:support.sessions')}
        rows={sessions.data ?? []}
        rowKey={({ id }) => id}
        rowName={({ userName }) => userName}
        columns={columnsOf(t, format)}
        paging={sessions}
        rowMenu={({ id, isRunning }) =>
          isRunning ? <MenuItem onClick={() => stop.mutate(id)}>{t('audit:support.end')}</MenuItem> : null
        }
        empty={<EmptyState text={t('audit:support.sessions_empty')} />}
      />
    </>
  );
}

const columnsOf = (t: Texts, format: Format): Column<SupportSession>[] => [
  {
    key: 'user',
    title: t('audit:support.column.user'),
    isMain: true,
    cell: ({ userName, reason, changeReason }) => (
      <div>
        <Text fw={600}>{userName}</Text>
        <Text size="sm" c="dimmed">
          {reason}
        </Text>
        {changeReason && (
          <Text size="sm" c="dimmed">
            {t('audit:support.with_changes', { reason: changeReason })}
          </Text>
        )}
      </div>
    ),
  },
  { key: 'admin', title: t('audit:support.column.admin'), isBrief: true, cell: ({ adminName }) => adminName },
  { key: 'at', title: t('audit:column.at'), isBrief: true, cell: ({ startedAt }) => format.dateTime(startedAt) },
  { key: 'state', title: t('audit:support.column.state'), isBrief: true, cell: (row) => <State session={row} t={t} /> },
];

function State({ session, t }: { session: SupportSession; t: Texts }) {
  const { isRunning, endedBy, isEmergency } = session;
  const ended = endedBy ? t('audit:support.ended_by', { name: endedBy }) : t('audit:support.ran_out');
  return (
    <>
      {isRunning ? <Badge color="attention">{t('audit:support.running')}</Badge> : ended}{' '}
      {isEmergency && <Badge color="bad">{t('audit:support.is_emergency')}</Badge>}
    </>
  );
}
