import { createContext, type ReactNode, useContext } from 'react';
import type { Flow, FlowId } from '#contract/flows/calls.ts';

/** The subject of a rehearsal: saved flows, a flow as it is being edited, or flows the person has yet to choose. */
export type Rehearsed =
  | { flowIds: readonly FlowId[] }
  | { unsaved: Pick<Flow, 'title' | 'kind' | 'settings'> & { flowId: FlowId } }
  | 'choose';

/** `of` is null while the dialog is closed. */
type RehearsalDialogProps = { of: Rehearsed | null; onClose: () => void };

/** Draws the dialog that starts a rehearsal. The room of rehearsals stands above this one, so `app` supplies it. */
export const RehearsalDialogContext = createContext<(props: RehearsalDialogProps) => ReactNode>(() => null);

export function RehearsalDialogSlot(props: RehearsalDialogProps) {
  return useContext(RehearsalDialogContext)(props);
}
