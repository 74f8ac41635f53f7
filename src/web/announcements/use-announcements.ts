import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Announcement, AnnouncementId } from '#contract/announcements/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { pagesQuery } from '#web/lib/api/pages.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';
import { useLanguage } from '#web/lib/format/i18n.ts';

/** Announcements of this domain in the page's language, the latest first. */
export function useAnnouncements() {
  const language = useLanguage();
  return useInfiniteQuery(
    pagesQuery(['announcements', 'shown', language], (cursor) =>
      call('GET /api/v1/News', { query: { cursor, language } }),
    ),
  );
}

export function useReadAnnouncements() {
  const refresh = useRefresh();
  return useMutation({ mutationFn: () => call('POST /api/v1/News/Read'), onSuccess: refresh });
}

export const useAllAnnouncements = () =>
  useInfiniteQuery(
    pagesQuery(['announcements', 'all'], (cursor) => call('GET /api/v1/Admin/News', { query: { cursor } })),
  );

export type AnnouncementDraft = Omit<Announcement, 'id' | 'changedAt'>;

export function useSaveAnnouncement(id: AnnouncementId | undefined) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: AnnouncementDraft) =>
      id
        ? call('PUT /api/v1/Admin/News/:announcementId', { params: { announcementId: id }, body })
        : call('POST /api/v1/Admin/News', { body }),
    onSuccess: refresh,
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => invalidateRoom(queryClient, 'announcements');
}
