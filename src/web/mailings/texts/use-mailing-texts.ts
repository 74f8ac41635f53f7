import { infiniteQueryOptions, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import type { MailingChangeOutcome } from '#contract/mailings/bulk.ts';
import type { findMailingTexts, replaceMailingTexts } from '#contract/mailings/texts.ts';
import type { rollBackMailings } from '#contract/mailings/versions.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { useFail, useRefresh } from '#web/mailings/use-mailings.ts';

export type TextSearch = Omit<z.input<typeof findMailingTexts.body>, 'cursor' | 'limit'>;

const textsQuery = (search: TextSearch) =>
  infiniteQueryOptions({
    queryKey: ['mailings', 'texts', search],
    queryFn: ({ pageParam }) =>
      call('POST /api/v1/distributions/texts/find', { body: { ...search, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
    enabled: search.find !== '',
  });

/** Mailings in which a text is found, with the result of replacing it. */
export const useMailingTexts = (search: TextSearch) => useInfiniteQuery(textsQuery(search));

/** Replaces in the selected places and offers Undo. */
export function useReplaceTexts(onRefused: (refused: MailingChangeOutcome[]) => void) {
  const t = useTexts();
  const refresh = useRefresh();
  const fail = useFail();
  const undo = useMutation({
    mutationFn: (mailings: z.input<typeof rollBackMailings.body>['mailings']) =>
      call('POST /api/v1/distributions/roll-back', { body: { mailings } }),
    onSuccess: ({ outcomes }) => onRefused(outcomes.filter(({ isDone }) => !isDone)),
    onSettled: refresh,
    onError: fail,
  });
  return useMutation({
    mutationFn: (body: z.input<typeof replaceMailingTexts.body>) =>
      call('POST /api/v1/distributions/texts/replace', { body }),
    onSuccess: ({ outcomes }) => {
      const done = outcomes.filter(({ isDone }) => isDone);
      const back = done.map(({ mailingId, version }) => ({ mailingId, version: version - 1, baseVersion: version }));
      if (done.length > 0) {
        toast.undo({ title: t('mailings:texts.replaced', { count: done.length }) }, () => undo.mutate(back));
      }
      onRefused(outcomes.filter(({ isDone }) => !isDone));
      return refresh();
    },
    onError: fail,
  });
}
