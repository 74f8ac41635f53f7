import type { FlowId } from '#contract/flows/calls.ts';
import { FlowPreviewPane } from '#web/flows/editor/FlowPreviewPane.tsx';
import { useFlow } from '#web/flows/use-flows.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { RowsSkeleton } from '#web/ui/feedback/Loading.tsx';

/** The message of a flow on the phone, and a test of it to the owner's own number. */
export function OwnPhone({ flowId }: { flowId: FlowId }) {
  const flow = useFlow(flowId);
  const { phoneNumber } = useCurrentUser();
  if (!flow.data) {
    return flow.isError ? <Failure error={flow.error} onRetry={flow.refetch} /> : <RowsSkeleton rows={4} />;
  }
  const { kind, settings, testPhones } = flow.data;
  return (
    <FlowPreviewPane
      kind={kind}
      settings={settings}
      settled={settings}
      language={undefined}
      testPhones={testPhones.join(', ') || (phoneNumber ?? '')}
    />
  );
}
