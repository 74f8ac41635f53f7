import { useFlowRows } from '#web/flows/list/use-flow-list.ts';
import { OwnPhone } from '#web/onboarding/OwnPhone.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import classes from './FirstSteps.module.css';

/** The message of the newest flow, and a test of it. */
export function TestStep() {
  const rows = useFlowRows({ sort: 'created', isDescending: true });
  const [newest] = rows.data ?? [];
  if (newest)
    return (
      <div className={classes.phone}>
        <OwnPhone flowId={newest.id} />
      </div>
    );
  return rows.isError ? <Failure error={rows.error} onRetry={rows.refetch} /> : <RowsSkeleton rows={4} />;
}
