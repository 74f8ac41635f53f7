import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { SenderId } from '#contract/senders/calls.ts';
import { DECISION_RULES } from '#contract/delivery/rules.ts';
import { LOG_STATUSES } from '#contract/delivery/values.ts';
import type { VisitId } from '#contract/visits/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { idIn, textIn, wordIn } from '#web/lib/api/known.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { OPENS_LAYER, useUrlState } from '#web/lib/pages/url-state.ts';
import { DataList } from '#web/ui/lists/DataList.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { LogTools } from './LogTools.tsx';
import { MessageDrawer } from './MessageDrawer.tsx';
import { periodOf, PERIODS } from './period.ts';
import { useLogColumns } from './use-log-columns.tsx';
import { SkippedReasons, sumOf } from './SkippedReasons.tsx';
import { useMessageLog, useSkippedReasons } from './use-message-log.ts';

const readSearch = (search: Readonly<Record<string, unknown>>) => ({
  search: textIn(search['search']),
  status: wordIn(LOG_STATUSES, search['status']),
  senderId: idIn<SenderId>(search['senderId']),
  visitId: idIn<VisitId>(search['visitId']),
  period: wordIn(PERIODS, search['period']),
  rule: wordIn(DECISION_RULES, search['rule']),
  entry: idIn(search['entry']),
});
export type LogSearch = ReturnType<typeof readSearch>;

/** Route: /insights/message-logs */
export function MessageLogPage() {
  const t = useTexts();
  const [state, setState] = useUrlState(readSearch, ['entry']);
  const { entry, period, ...filter } = state;
  const { homeZone } = useFormat();
  const isSkipped = state.status === 'not_sent';
  const { status, rule, ...subset } = { ...filter, ...periodOf(period, homeZone) };
  const log = useMessageLog({ ...subset, status: status ?? 'messages', ...(isSkipped && { rule }) });
  const reasons = useSkippedReasons(subset).data?.reasons ?? [];
  const columns = useLogColumns();
  const isFiltered = Boolean(state.search || state.status || state.senderId || state.visitId || state.period);
  const hasSentNone = log.data?.length === 0 && !isFiltered;
  const planned = useMessageLog({ status: 'waiting' }, hasSentNone);
  const hasPlanned = (planned.data?.length ?? 0) > 0;
  const isEmpty = hasSentNone && reasons.length === 0 && !hasPlanned;
  const clear = () =>
    setState({
      search: undefined,
      status: undefined,
      senderId: undefined,
      visitId: undefined,
      period: undefined,
      rule: undefined,
    });

  return (
    <>
      <PageHead title={t('delivery:title')} state={t(state.visitId ? 'delivery:of_visit' : 'delivery:state')} />
      {!isEmpty && (
        <LogTools
          state={state}
          skippedCount={sumOf(reasons)}
          onChange={setState}
          onClear={isFiltered ? clear : undefined}
        />
      )}
      {isSkipped && <SkippedReasons reasons={reasons} rule={rule} onRule={(next) => setState({ rule: next })} />}
      <DataList
        label={t('delivery:title')}
        rows={log.data ?? []}
        rowKey={(row) => row.id}
        columns={columns}
        paging={log}
        linkTo={(row) => ({ to: '.', search: (before) => ({ ...before, entry: row.id }), ...OPENS_LAYER })}
        empty={
          isFiltered ? (
            <EmptyState
              text={t('delivery:nothing_found')}
              action={<Button onClick={clear}>{t('delivery:clear')}</Button>}
            />
          ) : (
            <NothingSent hasPlanned={hasPlanned} onPlanned={() => setState({ status: 'waiting' })} />
          )
        }
      />
      <MessageDrawer entryId={entry} onClose={() => setState({ entry: undefined })} />
    </>
  );
}

function NothingSent({ hasPlanned, onPlanned }: { hasPlanned: boolean; onPlanned: () => void }) {
  const t = useTexts();
  const canOpen = useCanOpen();
  return (
    <EmptyState
      title={t('delivery:empty_title')}
      text={t(hasPlanned ? 'delivery:only_planned' : 'delivery:empty')}
      action={
        hasPlanned ? (
          <Button onClick={onPlanned}>{t('delivery:show_planned')}</Button>
        ) : (
          canOpen('/flows') && (
            <Button component={Link} to="/flows">
              {t('delivery:to_flows')}
            </Button>
          )
        )
      }
    />
  );
}
