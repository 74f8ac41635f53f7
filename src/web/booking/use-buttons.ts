import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BookingButton, BookingButtonId, WrittenButton } from '#contract/booking/buttons.ts';
import type { DataRoom } from '#contract/data-rooms.ts';
import type { TableRequest, TableRequestStatus } from '#contract/booking/table-requests.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

const SHOWS: { alsoShows: readonly DataRoom[] } = { alsoShows: ['connections'] };

export const useButtons = () =>
  useQuery({ queryKey: ['booking', 'buttons'], meta: SHOWS, queryFn: () => call('GET /api/v1/widgets/booking') });

export function useCreateButton() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: WrittenButton) => call('POST /api/v1/widgets/booking', { body }),
    onSuccess: refresh,
  });
}

export function useSaveButton() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, body }: { id: BookingButtonId; body: WrittenButton }) =>
      call('PUT /api/v1/widgets/booking/:buttonId', { params: { buttonId: id }, body }),
    onSuccess: refresh,
  });
}

/** Deletes a button at once, and offers to take it back. */
export function useDeleteButton() {
  const t = useTexts();
  const refresh = useRefresh();
  const onError = (error: unknown) => toast.error({ title: problemText(error, t) });
  const restore = useMutation({
    mutationFn: (buttonId: BookingButtonId) =>
      call('POST /api/v1/widgets/booking/:buttonId/restore', { params: { buttonId } }),
    onSettled: refresh,
    onError,
  });
  return useMutation({
    mutationFn: ({ id }: BookingButton) =>
      call('DELETE /api/v1/widgets/booking/:buttonId', { params: { buttonId: id } }),
    onSuccess: (_nothing, { id, label }) => {
      toast.undo({ title: t('booking:button.deleted', { label }) }, () => restore.mutate(id));
      return refresh();
    },
    onError,
  });
}

const requestsQuery = (status: TableRequestStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: ['booking', 'requests', status],
    queryFn: ({ pageParam }) => call('GET /api/v1/table-requests', { query: { status, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (before) => before,
    select: ({ pages }) => ({ items: pages.flatMap((page) => page.items), waiting: pages[0]?.waiting ?? 0 }),
  });

export const useTableRequests = (status: TableRequestStatus | undefined) => useInfiniteQuery(requestsQuery(status));

export function useDecideRequest() {
  const t = useTexts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, decision }: Pick<TableRequest, 'id'> & { decision: 'confirm' | 'decline' }) =>
      call('POST /api/v1/table-requests/:requestId/decide', { params: { requestId: id }, body: { decision } }),
    onSettled: refresh,
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => invalidateRoom(queryClient, 'booking');
}
