import { tariffsWith } from '#contract/billing/tariffs.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import type { FlowKind } from '#contract/flows/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import classes from '#web/senders/senders.module.css';
import { TariffWay } from './TariffWay.tsx';

/** Why the flow is not in the tariff, and how to get it. */
export function FlowUnavailable({ kind }: { kind: FlowKind }) {
  const t = useTexts();
  return (
    <TroubleAlert
      tone="attention"
      title={t('attention:list.unavailable_title')}
      note={t('attention:list.unavailable_text')}
      className={classes.alert}
    >
      <TariffWay tariffIds={tariffsWith(flowKind(kind).ability)} />
    </TroubleAlert>
  );
}
