import { type ComponentType, createContext, useContext } from 'react';
import type { Flow, FlowId } from '#contract/flows.ts';

/** What is rehearsed: saved flows, a flow as it is being edited, or flows the person has yet to choose. */
export type Rehearsed =
  | { flowIds: readonly FlowId[] }
  | { unsaved: Pick<Flow, 'title' | 'kind' | 'settings'> & { flowId: FlowId } }
  | 'choose';

/** `of` is null while the dialog is closed. */
type RehearsalDialogProps = { of: Rehearsed | null; onClose: () => void };

/** The dialog that starts a rehearsal. Its room stands above this one, so `app` supplies it. */
export const RehearsalDialogContext = createContext<ComponentType<RehearsalDialogProps>>(() => null);

export const useRehearsalDialog = () => useContext(RehearsalDialogContext);
