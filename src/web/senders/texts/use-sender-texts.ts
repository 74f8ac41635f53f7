import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { TextChange, TextReplacement } from '#contract/texts/replacements.ts';
import { type PageOf, pagesQuery } from '#web/lib/api/pages.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { Outcome, TextsRoom } from '#web/senders/sender.ts';
import { useFail, useRefresh } from '#web/senders/use-sender-change.ts';
import type { Status } from '#web/ui/feedback/StatusBadge.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import type { Chosen } from './text-choice.ts';

/** A sender in which the text was found. */
export type FoundSender = {
  id: string;
  title: string;
  version: number;
  status: Status;
  mode: 'test' | 'combat';
  changes: TextChange[];
  /** Null or absent: its texts can be changed. */
  problem?: Outcome['problem'];
};

/** The text to find, and in which senders. `Filter`: the room's own. */
export type TextSearch<Filter> = TextReplacement & { status?: Status; search?: string } & Filter;

/** The calls of a room for find and replace. */
export type TextCalls<Filter> = {
  find: (search: TextSearch<Filter>, cursor: string | undefined) => Promise<PageOf<FoundSender>>;
  replace: (replacement: TextReplacement, chosen: readonly Chosen[]) => Promise<(Outcome & { version: number })[]>;
  rollBack: (versions: readonly { id: string; version: number; baseVersion: number }[]) => Promise<Outcome[]>;
};

/** Senders in which a text is found, with the result of replacing it. */
export const useSenderTexts = <Filter>(room: TextsRoom, { find }: TextCalls<Filter>, search: TextSearch<Filter>) =>
  useInfiniteQuery({
    ...pagesQuery([room, 'texts', search], (cursor) => find(search, cursor)),
    enabled: search.find !== '',
  });

type Replacing = { replacement: TextReplacement; chosen: readonly Chosen[] };

/** Replaces in the selected places and offers Undo. */
export function useReplaceTexts(
  room: TextsRoom,
  { replace, rollBack }: Pick<TextCalls<unknown>, 'replace' | 'rollBack'>,
  onRefused: (refused: readonly Outcome[]) => void,
) {
  const t = useTexts();
  const refresh = useRefresh(room);
  const fail = useFail();
  const undo = useMutation({
    mutationFn: rollBack,
    onSuccess: (outcomes) => onRefused(outcomes.filter(({ isDone }) => !isDone)),
    onSettled: refresh,
    onError: fail,
  });
  return useMutation({
    mutationFn: ({ replacement, chosen }: Replacing) => replace(replacement, chosen),
    onSuccess: (outcomes) => {
      const done = outcomes.filter(({ isDone }) => isDone);
      const back = done.map(({ id, version }) => ({ id, version: version - 1, baseVersion: version }));
      if (done.length > 0) {
        toast.undo({ title: t(`${room}:texts.replaced`, { count: done.length }) }, () => undo.mutate(back));
      }
      onRefused(outcomes.filter(({ isDone }) => !isDone));
      return refresh();
    },
    onError: fail,
  });
}
