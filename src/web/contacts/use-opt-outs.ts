import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Contact, OptOut, OptOutId } from '#contract/contacts/calls.ts';
import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import type { addOptOuts, changeOptOut, listOptOuts } from '#contract/contacts/opt-outs.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

export type OptOutFilter = Partial<Pick<QueryOf<typeof listOptOuts>, 'search' | 'source' | 'scope' | 'state'>>;

const optOutsQuery = (filter: OptOutFilter) =>
  infiniteQueryOptions({
    queryKey: ['contacts', 'opt-outs', filter],
    queryFn: ({ pageParam }) => call('GET /api/v1/phones/ignore', { query: { ...filter, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => ({ rows: pages.flatMap((page) => page.items), count: pages[0]?.count ?? 0 }),
  });

export const useOptOuts = (filter: OptOutFilter) => useInfiniteQuery(optOutsQuery(filter));

export function useAddOptOuts() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: BodyOf<typeof addOptOuts>) => call('POST /api/v1/phones/ignore', { body }),
    onSuccess: refresh,
  });
}

/** Changes the reason and the period of an entry; refused when somebody else has changed it meanwhile. */
export function useChangeOptOut(optOutId: OptOutId) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: BodyOf<typeof changeOptOut>) =>
      call('PATCH /api/v1/phones/ignore/:optOutId', { params: { optOutId }, body }),
    onSettled: refresh,
  });
}

type ToLift = Pick<OptOut, 'id' | 'name' | 'phone'>;

/** Lets contacts be written to again, at once, and offers to take it back. */
export function useLiftOptOuts() {
  const t = useTexts();
  const refresh = useRefresh();
  const fail = (error: unknown) => toast.error({ title: problemText(error, t) });
  const restore = useMutation({
    mutationFn: (optOutIds: OptOutId[]) => call('POST /api/v1/phones/ignore/restore', { body: { optOutIds } }),
    onSettled: refresh,
    onError: fail,
  });
  return useMutation({
    mutationFn: (entries: readonly ToLift[]) =>
      call('POST /api/v1/phones/ignore/lift', { body: { optOutIds: entries.map(({ id }) => id) } }),
    onSuccess: ({ lifted }, entries) => {
      const [first] = entries;
      const title =
        entries.length === 1
          ? t('contacts:lifted', { who: first?.name || first?.phone || '' })
          : t('contacts:lifted_many', { count: lifted.length });
      const earlier = entries.length - lifted.length;
      const description = earlier > 0 ? t('contacts:lifted_earlier', { count: earlier }) : undefined;
      if (lifted.length > 0) toast.undo({ title, description }, () => restore.mutate(lifted));
      else toast.warning({ title: t('contacts:lifted_earlier', { count: earlier }) });
      return refresh();
    },
    onError: fail,
  });
}

/** Opts a contact out at once, and offers Undo. */
export function useOptOut({ id: contactId, name, phone }: Pick<Contact, 'id' | 'name' | 'phone'>) {
  const t = useTexts();
  const refresh = useRefresh();
  const fail = (error: unknown) => toast.error({ title: problemText(error, t) });
  const lift = useMutation({
    mutationFn: (optOutId: OptOutId) => call('POST /api/v1/phones/ignore/lift', { body: { optOutIds: [optOutId] } }),
    onSettled: refresh,
    onError: fail,
  });
  return useMutation({
    mutationFn: (scope: OptOut['scope']) =>
      call('POST /api/v1/contacts/:contactId/opt-outs', { params: { contactId }, body: { scope } }),
    onSuccess: ({ optOutId }, scope) => {
      const title = t(`contacts:banned.${scope}`, { who: name || phone || '' });
      toast.undo({ title }, () => lift.mutate(optOutId));
      return refresh();
    },
    onError: fail,
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => invalidateRoom(queryClient, 'contacts');
}
