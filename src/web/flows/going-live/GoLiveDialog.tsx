import { isForOwner } from '#contract/flows/kinds.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { SenderConflicts } from '#web/policy/SenderConflicts.tsx';
import { ConfirmDialog } from '#web/ui/layout/ConfirmDialog.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { type FlowToStart, goLiveKey } from './go-live.ts';
import { ReachSummary } from '#web/flows/attention/ReachSummary.tsx';
import { flowSender, toOutcome } from '#web/flows/flow-sender.ts';
import type { useChangeFlows } from '#web/flows/list/flow-changes.ts';
import { useTrialOfChange } from '#web/flows/list/use-flow-list.ts';
import { RefusedList } from '#web/senders/list/RefusedDialog.tsx';

type Props = {
  flows: readonly FlowToStart[];
  change: ReturnType<typeof useChangeFlows>;
  onDone: () => void;
  onClose: () => void;
};

/** Confirms the switch of flows to live: whom they reach today, which cannot, what waits. Where none can, it does not ask. */
export function GoLiveDialog({ flows, change, onDone, onClose }: Props) {
  const t = useTexts();
  const format = useFormat();
  const flowIds = flows.map(({ id }) => id);
  const toLive = { action: 'mode' as const, mode: 'combat' as const };
  const trial = useTrialOfChange({ ...toLive, flowIds }, true);
  const [first] = flows;
  const only = flows.length === 1 ? first : undefined;
  const isReport = only !== undefined && isForOwner(only.kind);
  const title = t(isReport ? 'reports:go_live_title' : 'attention:go_live_title');
  const refused = (trial.data?.outcomes ?? []).filter(({ isDone }) => !isDone).map(toOutcome);
  const ready = flowIds.length - refused.length;
  if (trial.isError) {
    return (
      <ConfirmDialog isOpen title={title} onClose={onClose}>
        <Failure error={trial.error} onRetry={trial.refetch} />
      </ConfirmDialog>
    );
  }
  if (ready === 0) {
    return (
      <ConfirmDialog isOpen title={t('attention:go_live_none')} text={t('bulks:flows.refused_text')} onClose={onClose}>
        <RefusedList sender={flowSender} refused={refused} />
      </ConfirmDialog>
    );
  }
  const waiting = trial.data?.waitingMessages;
  const counted = (value: number | undefined) => (value === undefined ? '…' : format.number(value));
  return (
    <ConfirmDialog
      isOpen
      title={title}
      text={t(isReport ? 'reports:go_live_text' : 'attention:go_live_text')}
      figures={[
        ...(only
          ? []
          : [
              { label: t('attention:go_live_ready'), value: counted(trial.data && ready) },
              { label: t('attention:go_live_not'), value: counted(trial.data && refused.length) },
            ]),
        ...(only && !waiting ? [] : [{ label: t('attention:go_live_waiting'), value: counted(waiting) }]),
      ]}
      confirmLabel={only ? t(goLiveKey(only.kind)) : t('bulks:flows.live_confirm', { count: ready })}
      isBusy={change.isPending || trial.isPending}
      onConfirm={() => change.mutate({ change: { ...toLive, ids: flowIds }, onDone })}
      onClose={onClose}
    >
      <ReachSummary flowIds={flowIds} onGo={onClose} />
      {refused.length > 0 && <RefusedList sender={flowSender} refused={refused} />}
      {only && !isReport && <SenderConflicts senderId={only.id} />}
    </ConfirmDialog>
  );
}
