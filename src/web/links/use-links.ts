import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LinkId, ShortLink, Utm } from '#contract/links/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

const linksQuery = (search: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['links', 'list', search],
    queryFn: ({ pageParam }) => call('GET /api/v1/short-links', { query: { search, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (before) => before,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });

export const useLinks = (search: string | undefined) => useInfiniteQuery(linksQuery(search));

export const useLink = (linkId: LinkId) =>
  useQuery({
    queryKey: ['links', 'one', linkId],
    queryFn: () => call('GET /api/v1/short-links/:linkId', { params: { linkId } }),
  });

/** Links and pages, and their clicks of late. */
export const useLinkFigures = () =>
  useQuery({ queryKey: ['links', 'figures'], queryFn: () => call('GET /api/v1/short-links/figures') });

/** Clicks since a day, `YYYY-MM-DD`. */
export const useClicks = (linkId: LinkId, from: string) =>
  useQuery({
    queryKey: ['links', 'clicks', linkId, from],
    placeholderData: (before) => before,
    queryFn: () => call('GET /api/v1/short-links/:linkId/clicks', { params: { linkId }, query: { from } }),
  });

const contactsQuery = (linkId: LinkId, from: string) =>
  infiniteQueryOptions({
    queryKey: ['links', 'contacts', linkId, from],
    queryFn: ({ pageParam }) =>
      call('GET /api/v1/short-links/:linkId/contacts', { params: { linkId }, query: { from, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: as above
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (before) => before,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });

export const useClickingContacts = (linkId: LinkId, from: string) => useInfiniteQuery(contactsQuery(linkId, from));

export type TypedLink = { title: string; target: string; utm: Utm; expiresAt: string | null; ending: string };

export function useCreateLink() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: TypedLink) => call('POST /api/v1/short-links', { body }),
    onSuccess: refresh,
  });
}

export function useSaveLink(linkId: LinkId) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ title, target, utm, expiresAt, baseVersion }: TypedLink & { baseVersion: number }) =>
      call('PUT /api/v1/short-links/:linkId', {
        params: { linkId },
        body: { title, target, utm, expiresAt, baseVersion },
      }),
    onSuccess: refresh,
  });
}

/** Deletes a link at once, and offers to take it back. */
export function useDeleteLink() {
  const t = useTexts();
  const refresh = useRefresh();
  const onError = (error: unknown) => toast.error({ title: problemText(error, t) });
  const restore = useMutation({
    mutationFn: (linkId: LinkId) => call('POST /api/v1/short-links/:linkId/restore', { params: { linkId } }),
    onSettled: refresh,
    onError,
  });
  return useMutation({
    mutationFn: ({ id }: Pick<ShortLink, 'id' | 'title'>) =>
      call('DELETE /api/v1/short-links/:linkId', { params: { linkId: id } }),
    onSuccess: (_nothing, { id, title }) => {
      toast.undo({ title: t('links:deleted', { title }) }, () => restore.mutate(id));
      return refresh();
    },
    onError,
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => invalidateRoom(queryClient, 'links');
}
