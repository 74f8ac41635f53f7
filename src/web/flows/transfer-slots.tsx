import { createContext, type ReactNode, useContext } from 'react';
import type { FlowId } from '#contract/flows.ts';

type TransferDialogProps = { flowIds: FlowId[]; onClose: () => void };

/** The parts of the list of flows that the room of transfers draws. It stands above this one, so `app` supplies them. */
export type TransferSlots = {
  panel: () => ReactNode;
  dialog: (props: TransferDialogProps) => ReactNode;
};

export const TransferSlotsContext = createContext<TransferSlots>({ panel: () => null, dialog: () => null });

/** Received and sent offers of flows. */
export function TransfersSlot() {
  return useContext(TransferSlotsContext).panel();
}

/** Offers flows to another cabinet. */
export function TransferDialogSlot(props: TransferDialogProps) {
  return useContext(TransferSlotsContext).dialog(props);
}
