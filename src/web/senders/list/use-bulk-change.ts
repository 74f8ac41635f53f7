import { useMutation } from '@tanstack/react-query';
import { fieldReasons } from '#web/lib/api/call-errors.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { TextKey } from '#web/locales/resources.ts';
import type { Outcome, SenderRoom } from '#web/senders/sender.ts';
import { useFail, useRefresh } from '#web/senders/use-sender-change.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { refusedIn } from './refused-outcomes.ts';

/** Actions on every kind of sender. */
export type CommonAction =
  | { action: 'pause' | 'continue' | 'delete' | 'restore' }
  /** As typed, separated by commas; empty: the cabinet's own. */
  | { action: 'test_phones'; testPhones: string };

/** An action on many senders. */
export type BulkChange<Action> = Action & { ids: readonly string[] };

/** How a room changes many senders at once. */
export type BulkChanges<Action> = {
  room: SenderRoom;
  /** `undo`: the changes that restore the former state; in this order. */
  apply: (change: BulkChange<Action>) => Promise<{ outcomes: Outcome[]; undo: BulkChange<Action>[] }>;
  /** The text of the result, with the `count` of changed senders. */
  doneText: (action: Action) => TextKey;
  /** Stores an offer of Undo, in case the page is loaded again while it is valid. */
  storeUndo?: (title: string, changes: readonly BulkChange<Action>[]) => void;
  /** Deletes the stored offer. */
  clearUndo?: () => void;
};

type Refused = (refused: readonly Outcome[]) => void;

/** Reverts a bulk change. */
export function useTakeBack<Action extends { action: string }>(changes: BulkChanges<Action>, onRefused: Refused) {
  return useMutation({
    mutationFn: async (back: readonly BulkChange<Action>[]) => {
      const refused: Outcome[] = [];
      for (const change of back) refused.push(...refusedIn((await changes.apply(change)).outcomes, change));
      return refused;
    },
    // NOTE: another member may have changed them meanwhile
    onSuccess: (refused) => {
      if (refused.length > 0) onRefused(refused);
    },
    onMutate: changes.clearUndo,
    onSettled: useRefresh(changes.room),
    onError: useFail(),
  });
}

/** Applies a bulk change, shows its result and offers Undo. */
export function useBulkChange<Action extends { action: string }>(changes: BulkChanges<Action>, onRefused: Refused) {
  const t = useTexts();
  const refresh = useRefresh(changes.room);
  const fail = useFail();
  const undo = useTakeBack(changes, onRefused);
  return useMutation({
    mutationFn: ({ change }: { change: BulkChange<Action>; onDone?: () => void }) => changes.apply(change),
    onSuccess: ({ outcomes, undo: back }, { change, onDone }) => {
      const count = outcomes.filter(({ isDone }) => isDone).length;
      if (count > 0) {
        const title = t(changes.doneText(change), { count });
        if (back.length > 0) {
          toast.undo({ title }, () => undo.mutate(back));
          changes.storeUndo?.(title, back);
        } else toast.success({ title });
      }
      const refused = refusedIn(outcomes, change);
      if (refused.length > 0) onRefused(refused);
      onDone?.();
      return refresh();
    },
    onError: (error) => {
      // NOTE: validation errors are shown at their fields
      if (Object.keys(fieldReasons(error)).length === 0) fail(error);
    },
  });
}
