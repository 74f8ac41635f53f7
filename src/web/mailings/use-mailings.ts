import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  Mailing,
  MailingId,
  MailingRow,
  countMailings,
  createMailing,
  saveMailing,
} from '#contract/mailings/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import type { MailingSearch } from './list/mailing-search.ts';

/** Figures of a mailing change with the ledger. */
const WITH_FIGURES = { alsoShows: ['delivery'] } as const;

const rowsQuery = ({ isDescending, isDeleted, ...filter }: Partial<MailingSearch>) =>
  infiniteQueryOptions({
    queryKey: ['mailings', 'rows', filter, isDescending, isDeleted],
    queryFn: ({ pageParam }) =>
      call('GET /api/v1/distributions', {
        query: {
          ...filter,
          ...(isDescending !== undefined && { isDescending: String(isDescending) }),
          ...(isDeleted && { isDeleted: 'true' }),
          cursor: pageParam,
        },
      }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page): MailingRow[] => page.items),
    meta: WITH_FIGURES,
  });

export const useMailingRows = (filter: Partial<MailingSearch>) => useInfiniteQuery(rowsQuery(filter));

/** Counts of all mailings, or within filters. */
export const useMailingCounts = (query: z.input<typeof countMailings.query> = {}) =>
  useQuery({
    queryKey: ['mailings', 'counts', query],
    queryFn: () => call('GET /api/v1/distributions/counts', { query }),
    placeholderData: (before) => before,
  });

export const useMailing = (mailingId: MailingId) =>
  useQuery({
    queryKey: ['mailings', mailingId],
    queryFn: () => call('GET /api/v1/distributions/:mailingId', { params: { mailingId } }),
    meta: WITH_FIGURES,
  });

export function useCreateMailing() {
  const refresh = useRefresh();
  const fail = useFail();
  return useMutation({
    mutationFn: (body: z.input<typeof createMailing.body>) => call('POST /api/v1/distributions', { body }),
    onSuccess: refresh,
    onError: fail,
  });
}

export function useSaveMailing(mailingId: MailingId) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: z.input<typeof saveMailing.body>) =>
      call('PUT /api/v1/distributions/:mailingId', { params: { mailingId }, body }),
    // NOTE: a refusal may mean that another member saved: their version must be shown. Not awaited: the next save may
    // follow at once
    onSettled: () => void refresh(),
  });
}

export function useDuplicateMailing() {
  const t = useTexts();
  const refresh = useRefresh();
  const fail = useFail();
  return useMutation({
    mutationFn: (mailingId: MailingId) =>
      call('POST /api/v1/distributions/:mailingId/duplicate', { params: { mailingId } }),
    onSuccess: (copy) => {
      toast.success({ title: t('mailings:duplicated', { title: copy.title }) });
      return refresh();
    },
    onError: fail,
  });
}

export function useRestoreMailing() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (mailingId: MailingId) =>
      call('POST /api/v1/distributions/:mailingId/restore', { params: { mailingId } }),
    onSettled: refresh,
    onError: useFail(),
  });
}

/** Deletes at once and offers Undo. */
export function useDeleteMailing() {
  const t = useTexts();
  const refresh = useRefresh();
  const fail = useFail();
  const restore = useRestoreMailing();
  return useMutation({
    mutationFn: ({ id }: Pick<Mailing, 'id' | 'title'>) =>
      call('DELETE /api/v1/distributions/:mailingId', { params: { mailingId: id } }),
    onSuccess: (_nothing, { id, title }) => {
      toast.undo({ title: t('mailings:deleted', { title }) }, () => restore.mutate(id));
      return refresh();
    },
    onError: fail,
  });
}

export function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['mailings'] });
}

export function useFail() {
  const t = useTexts();
  return (error: unknown) => toast.error({ title: problemText(error, t) });
}
