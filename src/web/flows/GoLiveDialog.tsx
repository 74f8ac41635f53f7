import type { FlowId } from '#contract/flows.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Failure } from '#web/ui/Failure.tsx';
import { RefusedList } from './RefusedDialog.tsx';
import { type useChangeFlows, useTrialOfChange } from './use-flow-list.ts';

type Props = {
  flowIds: FlowId[];
  change: ReturnType<typeof useChangeFlows>;
  onDone: () => void;
  onClose: () => void;
};

/**
 * Confirms a switch of many flows to live: how many will send, which cannot, what waits. Where none can, it does not
 * ask.
 */
export function GoLiveDialog({ flowIds, change, onDone, onClose }: Props) {
  const t = useTexts();
  const format = useFormat();
  const wish = { action: 'mode' as const, mode: 'combat' as const, flowIds };
  const trial = useTrialOfChange(wish, true);
  const refused = (trial.data?.outcomes ?? []).filter(({ isDone }) => !isDone);
  const ready = flowIds.length - refused.length;
  if (trial.isError) {
    return (
      <ConfirmDialog isOpen title={t('flows:list.bulk.live_title')} onClose={onClose}>
        <Failure error={trial.error} onRetry={trial.refetch} />
      </ConfirmDialog>
    );
  }
  if (ready === 0) {
    return (
      <ConfirmDialog
        isOpen
        title={t('flows:list.bulk.live_none')}
        text={t('flows:list.bulk.refused_text')}
        onClose={onClose}
      >
        <RefusedList refused={refused} />
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      isOpen
      title={t('flows:list.bulk.live_title')}
      text={t('flows:list.bulk.live_text')}
      figures={[
        { label: t('flows:list.bulk.live_ready'), value: trial.data ? format.number(ready) : '…' },
        { label: t('flows:list.bulk.live_not'), value: trial.data ? format.number(refused.length) : '…' },
        {
          label: t('flows:list.bulk.live_waiting'),
          value: trial.data ? format.number(trial.data.waitingMessages) : '…',
        },
      ]}
      confirmLabel={t('flows:list.bulk.live_confirm', { count: ready })}
      isBusy={change.isPending || trial.isPending}
      onConfirm={() => change.mutate({ change: wish, onDone })}
      onClose={onClose}
    >
      {refused.length > 0 && <RefusedList refused={refused} />}
    </ConfirmDialog>
  );
}
