import type { Flow } from '#contract/flows.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { TroubleAlert } from '#web/ui/TroubleAlert.tsx';
import { flowErrorText } from './error-words.ts';
import classes from './flows.module.css';

/** What keeps the flow in error, and how to mend it. */
export function FlowTrouble({ flow: { status, errorCode, errorReason } }: { flow: Flow }) {
  const t = useTexts();
  if (status !== 'error' || !errorCode) return null;
  return (
    <TroubleAlert
      tone="bad"
      title={t('flows.error_title')}
      note={`${t(`troubles.advice.${errorCode}`)} ${t('troubles.waits')}`}
      className={classes.alert}
    >
      {flowErrorText(errorCode, errorReason, t)}
    </TroubleAlert>
  );
}
