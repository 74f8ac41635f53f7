import { lazy, Suspense } from 'react';
import type { Flow } from '#contract/flows/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { flowErrorText } from './error-words.ts';
import classes from '#web/senders/senders.module.css';

/** Few flows need it, and the table of tariffs with it. */
const FlowUnavailable = lazy(async () => ({
  default: (await import('#web/flows/going-live/FlowUnavailable.tsx')).FlowUnavailable,
}));

/** The flow's error, and its solution. */
export function FlowTrouble({ flow: { kind, status, errorCode, errorReason } }: { flow: Flow }) {
  const t = useTexts();
  if (status === 'unavailable')
    return (
      <Suspense>
        <FlowUnavailable kind={kind} />
      </Suspense>
    );
  if (status !== 'error' || !errorCode) return null;
  return (
    <TroubleAlert
      tone="bad"
      title={t('attention:error_title')}
      note={`${t(`attention:troubles.advice.${errorCode}`)} ${t('attention:troubles.waits')}`}
      className={classes.alert}
    >
      {flowErrorText(errorCode, errorReason, t)}
    </TroubleAlert>
  );
}
