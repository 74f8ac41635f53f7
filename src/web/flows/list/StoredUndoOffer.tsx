import { useEffect, useState } from 'react';
import { toast } from '#web/ui/feedback/toasts.ts';
import type { StoredUndo } from './stored-undo.ts';
import { flowSender } from '#web/flows/flow-sender.ts';
import { RefusedDialog } from '#web/senders/list/RefusedDialog.tsx';
import { useTakeBack } from '#web/senders/list/use-bulk-change.ts';
import type { Outcome } from '#web/senders/sender.ts';
import { flowChanges } from './flow-changes.ts';

/** Shows a stored Undo again after a reload. */
export function StoredUndoOffer({ offer }: { offer: StoredUndo }) {
  const [refused, setRefused] = useState<readonly Outcome[]>([]);
  const { mutate } = useTakeBack(flowChanges, setRefused);
  useEffect(() => {
    toast.undo({ title: offer.title }, () => mutate(offer.changes));
  }, [offer, mutate]);
  return <RefusedDialog sender={flowSender} refused={refused} onClose={() => setRefused([])} />;
}
