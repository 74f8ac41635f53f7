import { useParams } from '@tanstack/react-router';
import type { FlowId } from '#contract/flows/calls.ts';
import { flowSender } from '#web/flows/flow-sender.ts';
import { useFlow } from '#web/flows/use-flows.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import { OpenedSender } from '#web/senders/editor/OpenedSender.tsx';
import { FlowEditor } from './FlowEditor.tsx';
import { STEPS } from './steps.ts';

/** Route: /flows/edit/{workflowId}/{step?} */
export function FlowEditorPage() {
  const workflowId = usePathId<FlowId>('workflowId');
  const { step } = useParams({ strict: false });
  return (
    <OpenedSender sender={flowSender} query={useFlow(workflowId)} heights={[86, 42, 420]}>
      {(flow, { key, onRenew }) => (
        <FlowEditor key={key} flow={flow} step={wordIn(STEPS, step) ?? 'message'} onRenew={onRenew} />
      )}
    </OpenedSender>
  );
}
