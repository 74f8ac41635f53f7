import { lazy, Suspense } from 'react';
import type { Rehearsed } from '#web/flows/list/RehearsalDialogSlot.tsx';
import { loadChunk } from '#web/lib/pages/load-chunk.ts';

const RehearsalDialog = lazy(() =>
  loadChunk('RehearsalDialog', async () => ({
    default: (await import('#web/rehearsal/RehearsalDialog.tsx')).RehearsalDialog,
  })),
);

type Props = { of: Rehearsed | null; onClose: () => void };

/** The rehearsals' dialog for rooms below theirs; null while it is closed. */
export const openRehearsalDialog = ({ of, onClose }: Props) =>
  of !== null && (
    <Suspense>
      <RehearsalDialog of={of} onClose={onClose} />
    </Suspense>
  );
