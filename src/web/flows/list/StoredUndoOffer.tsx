import { useEffect, useState } from 'react';
import type { FlowOutcome } from '#contract/flows/bulk.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import type { StoredUndo } from './stored-undo.ts';
import { RefusedDialog } from './RefusedDialog.tsx';
import { useTakeBack } from './use-flow-list.ts';

/** Shows a stored Undo again after a reload. */
export function StoredUndoOffer({ offer }: { offer: StoredUndo }) {
  const [refused, setRefused] = useState<FlowOutcome[]>([]);
  const { mutate } = useTakeBack(setRefused);
  useEffect(() => {
    toast.undo({ title: offer.title }, () => mutate(offer.changes));
  }, [offer, mutate]);
  return refused.length > 0 && <RefusedDialog refused={refused} onClose={() => setRefused([])} />;
}
