import { lazy, Suspense, useState } from 'react';
import type { Flow } from '#contract/flows/calls.ts';
import { useFlowWaiting } from './use-waiting.ts';

const WaitingAlert = lazy(async () => ({ default: (await import('./WaitingAlert.tsx')).WaitingAlert }));

/** After a save, shows that some contacts wait with the former text; nothing when there are none. */
export function FlowWaiting({ flow, className }: { flow: Pick<Flow, 'id' | 'version'>; className?: string }) {
  const { data } = useFlowWaiting(flow.id, flow.version);
  const [leftVersion, setLeftVersion] = useState<number | null>(null);
  const people = (data?.waiting ?? [])
    .filter(({ version }) => version < (data?.version ?? 0))
    .reduce((sum, one) => sum + one.people, 0);
  if (people === 0 || leftVersion === flow.version) return null;
  return (
    <Suspense>
      <WaitingAlert
        flowId={flow.id}
        people={people}
        className={className}
        onLeave={() => setLeftVersion(flow.version)}
      />
    </Suspense>
  );
}
