import { createContext, type ReactNode, useContext } from 'react';
import type { FlowId } from '#contract/flows/calls.ts';
import type { MailingId } from '#contract/mailings/calls.ts';

/** Flows or mailings that are offered to another cabinet. */
export type Given = { of: 'flows'; ids: FlowId[] } | { of: 'mailings'; ids: MailingId[] };

type TransferDialogProps = { given: Given; onClose: () => void };

/** The parts of a list that the room of transfers draws. It stands above flows and mailings, so `app` supplies them. */
export type TransferSlots = {
  panel: (props: { of: Given['of'] }) => ReactNode;
  dialog: (props: TransferDialogProps) => ReactNode;
};

export const TransferSlotsContext = createContext<TransferSlots>({ panel: () => null, dialog: () => null });

/** Received and sent offers. */
export function TransfersSlot({ of }: { of: Given['of'] }) {
  return useContext(TransferSlotsContext).panel({ of });
}

/** Offers flows or mailings to another cabinet. */
export function TransferDialogSlot(props: TransferDialogProps) {
  return useContext(TransferSlotsContext).dialog(props);
}
