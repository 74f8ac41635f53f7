import { lazy, Suspense, useState } from 'react';
import { loadTexts } from '#web/lib/format/i18n.ts';
import type { FlowToStart } from './go-live.ts';
import { useChangeFlows } from '#web/flows/list/flow-changes.ts';
import { flowSender } from '#web/flows/flow-sender.ts';
import { RefusedDialog } from '#web/senders/list/RefusedDialog.tsx';
import type { Outcome } from '#web/senders/sender.ts';

const GoLiveDialog = lazy(async () => {
  const [{ GoLiveDialog: dialog }] = await Promise.all([import('./GoLiveDialog.tsx'), loadTexts(['bulks'])]);
  return { default: dialog };
});

type Props = {
  /** Null: nothing is asked. */
  flows: readonly FlowToStart[] | null;
  onDone?: () => void;
  onClose: () => void;
};

/** Confirms and makes the switch of flows to live. Stays mounted to show what was refused. */
export function GoLive({ flows, onDone, onClose }: Props) {
  const [refused, setRefused] = useState<readonly Outcome[]>([]);
  const change = useChangeFlows(setRefused);
  const done = () => {
    onClose();
    onDone?.();
  };
  return (
    <>
      {flows && flows.length > 0 && (
        <Suspense>
          <GoLiveDialog flows={flows} change={change} onDone={done} onClose={onClose} />
        </Suspense>
      )}
      <RefusedDialog sender={flowSender} refused={refused} onClose={() => setRefused([])} />
    </>
  );
}
