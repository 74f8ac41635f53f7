import { flowKind } from '#contract/flow-kinds.ts';
import type { FlowKind } from '#contract/flows.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { TroubleAlert } from '#web/ui/TroubleAlert.tsx';
import classes from './flows.module.css';
import { TariffWay } from './TariffWay.tsx';

/** Why the flow is not in the tariff, and how to get it. */
export function FlowUnavailable({ kind }: { kind: FlowKind }) {
  const t = useTexts();
  return (
    <TroubleAlert
      tone="attention"
      title={t('flows:list.unavailable_title')}
      note={t('flows:list.unavailable_text')}
      className={classes.alert}
    >
      <TariffWay tariffIds={flowKind(kind).tariffs} />
    </TroubleAlert>
  );
}
