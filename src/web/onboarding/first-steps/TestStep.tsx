import type { Flow } from '#contract/flows/calls.ts';
import { FlowPreviewPane } from '#web/flows/editor/FlowPreviewPane.tsx';
import { useFlow } from '#web/flows/use-flows.ts';
import { useFlowRows } from '#web/flows/list/use-flow-list.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import classes from './FirstSteps.module.css';

/** The message of the newest flow on the phone, and a test of it to the owner's own number. */
export function TestStep() {
  const rows = useFlowRows({ sort: 'created', isDescending: true });
  const [newest] = rows.data ?? [];
  if (newest) return <TestOf flowId={newest.id} />;
  return rows.isError ? <Failure error={rows.error} onRetry={rows.refetch} /> : <RowsSkeleton rows={4} />;
}

function TestOf({ flowId }: { flowId: Flow['id'] }) {
  const flow = useFlow(flowId);
  const { phoneNumber } = useCurrentUser();
  if (!flow.data) {
    return flow.isError ? <Failure error={flow.error} onRetry={flow.refetch} /> : <RowsSkeleton rows={4} />;
  }
  const { kind, settings, testPhones } = flow.data;
  return (
    <div className={classes.phone}>
      <FlowPreviewPane
        kind={kind}
        settings={settings}
        settled={settings}
        language={undefined}
        testPhones={testPhones.join(', ') || (phoneNumber ?? '')}
      />
    </div>
  );
}
