import type { DataRoom } from '#contract/data-rooms.ts';
import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ContactId, updateContact } from '#contract/contacts/calls.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { VisitId } from '#contract/visits/calls.ts';
import type { FlowId } from '#contract/flows/calls.ts';
import type { TimelineType } from '#contract/insights/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

/** Rooms whose changes are shown on the page of a contact. */
const ALSO_SHOWS: readonly DataRoom[] = ['contacts', 'visits', 'delivery', 'conversations', 'orders', 'channels'];

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

export const useVisitExplanations = (visitId: VisitId) =>
  useQuery({
    queryKey: ['insights', 'explanations', 'visit', visitId],
    meta: { alsoShows: ['delivery', 'visits', 'flows', 'contacts'] },
    queryFn: () => call('GET /api/v1/visits/:visitId/explanations', { params: { visitId } }),
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

function useRefresh() {
  const queryClient = useQueryClient();
  return () => invalidateRoom(queryClient, 'contacts');
}
