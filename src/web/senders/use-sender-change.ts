import { useMutation, useQueryClient } from '@tanstack/react-query';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import type { SenderRoom, TextsRoom } from './sender.ts';

/** Returns a function that reads everything of a room again. */
export function useRefresh(room: TextsRoom): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: [room] });
}

/** Returns a function that shows why a call failed. */
export function useFail(): (error: unknown) => void {
  const t = useTexts();
  return (error) => void toast.error({ title: problemText(error, t) });
}

/** A call that changes senders of a room: the room is read again, and a failure is shown. */
export function useSenderChange<Input, Reply>(
  room: SenderRoom,
  change: (input: Input) => Promise<Reply>,
  onDone?: (reply: Reply, input: Input) => void,
) {
  return useMutation({
    mutationFn: change,
    onSuccess: onDone,
    onSettled: useRefresh(room),
    onError: useFail(),
  });
}

/** Makes a copy of a sender, and names it. */
export function useDuplicate<Id, Copy extends { title: string }>(
  room: SenderRoom,
  duplicate: (id: Id) => Promise<Copy>,
) {
  const t = useTexts();
  return useSenderChange(room, duplicate, ({ title }) => toast.success({ title: t(`${room}:duplicated`, { title }) }));
}

type Removal<Id> = {
  remove: (id: Id) => Promise<unknown>;
  restore: (id: Id) => Promise<unknown>;
  /** Stores the offer of Undo, in case the page is loaded again while it is valid. */
  storeUndo?: (title: string, id: Id) => void;
  /** Deletes the stored offer. */
  clearUndo?: () => void;
};

/** Deletes a sender at once and offers Undo. */
export function useDelete<Id>(room: SenderRoom, { remove, restore, storeUndo, clearUndo }: Removal<Id>) {
  const t = useTexts();
  const undo = useSenderChange(room, restore);
  return useSenderChange(
    room,
    ({ id }: { id: Id; title: string }) => remove(id),
    (_nothing, { id, title }) => {
      const done = t(`${room}:deleted`, { title });
      toast.undo({ title: done }, () => {
        clearUndo?.();
        undo.mutate(id);
      });
      storeUndo?.(done, id);
    },
  );
}
