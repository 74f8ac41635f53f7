import { useParams } from '@tanstack/react-router';
import { z } from 'zod';
import { FlowId } from '#contract/flows.ts';
import { usePathParams } from '#web/lib/room.ts';
import { Failure } from '#web/ui/Failure.tsx';
import { Loading } from '#web/ui/Loading.tsx';
import { FlowEditor } from './FlowEditor.tsx';
import { isStep } from './steps.ts';
import { useFlow } from './use-flows.ts';

/** Route: /flows/edit/{workflowId}/{step?} */
export function FlowEditorPage() {
  const { workflowId } = usePathParams(z.object({ workflowId: FlowId }));
  const { step } = useParams({ strict: false });
  const flow = useFlow(workflowId);

  if (flow.isPending) return <Loading />;
  if (flow.isError) return <Failure error={flow.error} onRetry={flow.refetch} />;
  return <FlowEditor key={flow.data.id} flow={flow.data} step={isStep(step) ? step : 'message'} />;
}
