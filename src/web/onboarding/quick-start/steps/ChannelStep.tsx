import { ConnectChannel } from '#web/channels/connecting/ConnectChannel.tsx';
import { useHome } from '#web/onboarding/use-home.ts';
import { Connected } from '#web/onboarding/quick-start/Connected.tsx';
import type { StepProps } from '#web/onboarding/quick-start/step.ts';
import { StepActions } from '#web/onboarding/quick-start/StepActions.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { RowsSkeleton } from '#web/ui/feedback/Loading.tsx';

/** The number or bot that clients are written to from. */
export function ChannelStep({ onNext, isBusy }: StepProps) {
  const home = useHome();
  if (!home.data)
    return home.isError ? <Failure error={home.error} onRetry={home.refetch} /> : <RowsSkeleton rows={3} />;
  const { channels } = home.data;
  if (channels.length > 0)
    return (
      <>
        <Connected titles={channels.map(({ title }) => title)} />
        <StepActions isBusy={isBusy} onNext={() => onNext()} />
      </>
    );
  return (
    <>
      <ConnectChannel onDone={() => onNext()} />
      <StepActions isBusy={isBusy} onSkip={() => onNext()} />
    </>
  );
}
