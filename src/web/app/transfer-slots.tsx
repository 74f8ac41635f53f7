import { lazy, Suspense } from 'react';
import type { TransferSlots } from '#web/flows/transfer-slots.tsx';
import { loadChunk } from './errors/load-chunk.ts';

const TransfersPanel = lazy(() =>
  loadChunk('TransfersPanel', async () => ({
    default: (await import('#web/transfers/TransfersPanel.tsx')).TransfersPanel,
  })),
);
const TransferDialog = lazy(() =>
  loadChunk('TransferDialog', async () => ({
    default: (await import('#web/transfers/TransferDialog.tsx')).TransferDialog,
  })),
);

/** The transfers' parts of the lists of flows and mailings. */
export const transferSlots: TransferSlots = {
  panel: (props) => (
    <Suspense>
      <TransfersPanel {...props} />
    </Suspense>
  ),
  dialog: (props) => (
    <Suspense>
      <TransferDialog {...props} />
    </Suspense>
  ),
};
