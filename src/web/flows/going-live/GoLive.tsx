import { useState } from 'react';
import type { FlowOutcome } from '#contract/flows/bulk.ts';
import type { FlowToStart } from './go-live.ts';
import { useChangeFlows } from '#web/flows/list/use-flow-list.ts';
import { GoLiveDialog } from './GoLiveDialog.tsx';
import { RefusedDialog } from '#web/flows/list/RefusedDialog.tsx';

type Props = {
  /** Null: nothing is asked. */
  flows: readonly FlowToStart[] | null;
  onDone?: () => void;
  onClose: () => void;
};

/** Confirms and makes the switch of flows to live. Stays mounted to show what was refused. */
export function GoLive({ flows, onDone, onClose }: Props) {
  const [refused, setRefused] = useState<FlowOutcome[]>([]);
  const change = useChangeFlows(setRefused);
  const done = () => {
    onClose();
    onDone?.();
  };
  return (
    <>
      {flows && flows.length > 0 && <GoLiveDialog flows={flows} change={change} onDone={done} onClose={onClose} />}
      {refused.length > 0 && <RefusedDialog refused={refused} onClose={() => setRefused([])} />}
    </>
  );
}
