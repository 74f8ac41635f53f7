import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ConversationId } from '#contract/conversations.ts';
import type { SenderId } from '#contract/senders.ts';
import { LOG_STATUSES } from '#contract/values.ts';
import type { VisitId } from '#contract/visits.ts';
import { ThreadDrawer } from '#web/conversations/ThreadDrawer.tsx';
import { useTexts } from '#web/lib/i18n.ts';
import { idIn, textIn, wordIn } from '#web/lib/known.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { DataList } from '#web/ui/DataList.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { LogTools } from './LogTools.tsx';
import { StoryDrawer } from './StoryDrawer.tsx';
import { periodOf, PERIODS } from './period.ts';
import { useLogColumns } from './use-log-columns.tsx';
import { useMessageLog } from './use-message-log.ts';

const readSearch = (search: Readonly<Record<string, unknown>>) => ({
  search: textIn(search['search']),
  status: wordIn(LOG_STATUSES, search['status']),
  senderId: idIn<SenderId>(search['senderId']),
  visitId: idIn<VisitId>(search['visitId']),
  period: wordIn(PERIODS, search['period']),
  entry: idIn(search['entry']),
  thread: idIn<ConversationId>(search['thread']),
});
export type LogSearch = ReturnType<typeof readSearch>;

/** Route: /insights/message-logs */
export function MessageLogPage() {
  const t = useTexts();
  const navigate = useNavigate();
  const [state, setState] = useUrlState(readSearch);
  const { entry, thread, period, ...filter } = state;
  const log = useMessageLog({ ...filter, ...periodOf(period) });
  const columns = useLogColumns();
  const isFiltered = Boolean(state.search || state.status || state.senderId || state.visitId || state.period);
  const isEmpty = log.data?.length === 0 && !isFiltered;
  const clear = () =>
    setState({ search: undefined, status: undefined, senderId: undefined, visitId: undefined, period: undefined });

  return (
    <>
      <PageHead title={t('delivery:title')} state={t(state.visitId ? 'delivery:of_visit' : 'delivery:state')} />
      {!isEmpty && <LogTools state={state} onChange={setState} onClear={isFiltered ? clear : undefined} />}
      <DataList
        label={t('delivery:title')}
        rows={log.data ?? []}
        rowKey={(row) => row.id}
        columns={columns}
        paging={log}
        linkTo={(row) => ({ to: '.', search: (before) => ({ ...before, entry: row.id }), replace: true })}
        empty={
          isFiltered ? (
            <EmptyState
              text={t('delivery:nothing_found')}
              action={<Button onClick={clear}>{t('delivery:clear')}</Button>}
            />
          ) : (
            <EmptyState
              title={t('delivery:empty_title')}
              text={t('delivery:empty')}
              action={<Button onClick={() => void navigate({ to: '/flows' })}>{t('delivery:to_flows')}</Button>}
            />
          )
        }
      />
      <StoryDrawer
        entryId={thread === undefined ? entry : undefined}
        onClose={() => setState({ entry: undefined })}
        onChat={(id) => setState({ thread: id })}
      />
      <ThreadDrawer conversationId={thread} onClose={() => setState({ thread: undefined })} />
    </>
  );
}
