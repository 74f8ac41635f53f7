import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ContactId, OptOut, OptOutId, updateContact } from '#contract/contacts.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { FlowId } from '#contract/flows.ts';
import type { ContactCard, TimelineType } from '#contract/insights.ts';
import { call } from '#web/lib/api.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { problemText } from '#web/lib/problem-text.ts';
import { invalidateRoom } from '#web/lib/realtime.ts';
import { toast } from '#web/ui/toasts.ts';

/** Rooms whose changes are shown on the page of a contact. */
const ALSO_SHOWS = ['contacts', 'visits', 'delivery', 'conversations', 'orders', 'channels'];

export const useContactCard = (contactId: ContactId) =>
  useQuery({
    queryKey: ['insights', 'contact', contactId],
    meta: { alsoShows: ALSO_SHOWS },
    queryFn: () => call('GET /api/v1/contacts/:contactId', { params: { contactId } }),
  });

const timelineQuery = (contactId: ContactId, type: TimelineType | undefined) =>
  infiniteQueryOptions({
    queryKey: ['insights', 'timeline', contactId, type],
    meta: { alsoShows: ALSO_SHOWS },
    queryFn: ({ pageParam }) =>
      call('GET /api/v1/contacts/:contactId/timeline', { params: { contactId }, query: { type, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });

export const useTimeline = (contactId: ContactId, type: TimelineType | undefined) =>
  useInfiniteQuery(timelineQuery(contactId, type));

export const useExplanations = (contactId: ContactId, flowId: FlowId) =>
  useQuery({
    queryKey: ['insights', 'explanations', contactId, flowId],
    meta: { alsoShows: ['delivery', 'visits', 'flows', 'contacts'] },
    queryFn: () => call('GET /api/v1/contacts/:contactId/explanations/:flowId', { params: { contactId, flowId } }),
  });

export function useUpdateContact(contactId: ContactId) {
  const t = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: BodyOf<typeof updateContact>) =>
      call('PATCH /api/v1/contacts/:contactId', { params: { contactId }, body }),
    onSuccess: ({ name }) => {
      toast.success({ title: t('insights:contact.saved', { who: name }) });
      return refresh();
    },
  });
}

/** Opts a contact out at once, and offers Undo. */
export function useOptOut({ id: contactId, name, phone }: Pick<ContactCard, 'id' | 'name' | 'phone'>) {
  const t = useTexts();
  const refresh = useRefresh();
  const fail = (error: unknown) => toast.error({ title: problemText(error, t) });
  const lift = useMutation({
    mutationFn: (optOutId: OptOutId) => call('DELETE /api/v1/phones/ignore/:optOutId', { params: { optOutId } }),
    onSettled: refresh,
    onError: fail,
  });
  return useMutation({
    mutationFn: (scope: OptOut['scope']) =>
      call('POST /api/v1/contacts/:contactId/opt-outs', { params: { contactId }, body: { scope } }),
    onSuccess: ({ optOutId }, scope) => {
      const title = t(`insights:opt_out.banned.${scope}`, { who: name || phone || '' });
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
