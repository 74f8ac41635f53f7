import { connectionKind } from '#contract/connections/kinds.ts';
import { QUICK_STARTS } from '#contract/onboarding/quick-start-values.ts';
import type { TypedKind } from '#web/connections/connection-appearances.ts';
import { useOfferedKinds } from '#web/connections/use-offered-kinds.ts';
import { ConnectCrm } from '#web/onboarding/quick-start/ConnectCrm.tsx';
import { useHome } from '#web/onboarding/use-home.ts';
import { Connected } from '#web/onboarding/quick-start/Connected.tsx';
import type { StepProps } from '#web/onboarding/quick-start/step.ts';
import { StepActions } from '#web/onboarding/quick-start/StepActions.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { RowsSkeleton } from '#web/ui/feedback/Loading.tsx';

/** The system with bookings or orders. */
export function SourceStep({ kind, onNext, isBusy }: StepProps) {
  const home = useHome();
  const kinds = useSourceKinds(kind);
  if (!home.data)
    return home.isError ? <Failure error={home.error} onRetry={home.refetch} /> : <RowsSkeleton rows={3} />;
  const connected = home.data.connections.filter((one) => kinds.some((offered) => offered === one.kind));
  if (connected.length > 0)
    return (
      <>
        <Connected titles={connected.map(({ title }) => title)} />
        <StepActions isBusy={isBusy} onNext={() => onNext()} />
      </>
    );
  return (
    <>
      <ConnectCrm kinds={kinds} onDone={() => onNext()} />
      <StepActions isBusy={isBusy} onSkip={() => onNext()} />
    </>
  );
}

/** The systems that a quick start asks for, the usual one of the cabinet first. */
export function useSourceKinds(kind: StepProps['kind']): readonly TypedKind[] {
  const offered = useOfferedKinds();
  const { source } = QUICK_STARTS[kind];
  if (source) return [source];
  const isBooking = (one: TypedKind) => connectionKind(one).reads === 'visits' && !connectionKind(one).isClinic;
  const isUseful = (one: TypedKind) => isBooking(one) || (kind === 'general' && connectionKind(one).reads === 'orders');
  return offered.filter(isUseful);
}
