import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#contract/endpoint.ts';
import type { createQrPage, QrPage, QrPageId } from '#contract/links/qr-pages.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

const pagesQuery = (search: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['links', 'pages', search],
    queryFn: ({ pageParam }) => call('GET /api/v1/qr-pages', { query: { search, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (before) => before,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });

export const useQrPages = (search: string | undefined) => useInfiniteQuery(pagesQuery(search));

export const useQrPage = (pageId: QrPageId) =>
  useQuery({
    queryKey: ['links', 'page', pageId],
    queryFn: () => call('GET /api/v1/qr-pages/:pageId', { params: { pageId } }),
  });

/** Visits since a day, `YYYY-MM-DD`. */
export const useVisits = (pageId: QrPageId, from: string) =>
  useQuery({
    queryKey: ['links', 'visits', pageId, from],
    placeholderData: (before) => before,
    queryFn: () => call('GET /api/v1/qr-pages/:pageId/visits', { params: { pageId }, query: { from } }),
  });

export type TypedPage = BodyOf<typeof createQrPage>;

export function useCreatePage() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: TypedPage) => call('POST /api/v1/qr-pages', { body }),
    onSuccess: refresh,
  });
}

export function useSavePage(pageId: QrPageId) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: TypedPage & { baseVersion: number }) =>
      call('PUT /api/v1/qr-pages/:pageId', { params: { pageId }, body }),
    onSuccess: refresh,
  });
}

/** Deletes a page at once, and offers to take it back. */
export function useDeletePage() {
  const t = useTexts();
  const refresh = useRefresh();
  const onError = (error: unknown) => toast.error({ title: problemText(error, t) });
  const restore = useMutation({
    mutationFn: (pageId: QrPageId) => call('POST /api/v1/qr-pages/:pageId/restore', { params: { pageId } }),
    onSettled: refresh,
    onError,
  });
  return useMutation({
    mutationFn: ({ id }: Pick<QrPage, 'id' | 'title'>) =>
      call('DELETE /api/v1/qr-pages/:pageId', { params: { pageId: id } }),
    onSuccess: (_nothing, { id, title }) => {
      toast.undo({ title: t('links:pages.deleted', { title }) }, () => restore.mutate(id));
      return refresh();
    },
    onError,
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => invalidateRoom(queryClient, 'links');
}
