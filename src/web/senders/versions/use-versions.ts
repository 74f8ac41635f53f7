import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { SavedVersion } from '#contract/senders/versions.ts';
import { type PageOf, pagesQuery } from '#web/lib/api/pages.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { SenderRoom } from '#web/senders/sender.ts';
import { useFail, useRefresh } from '#web/senders/use-sender-change.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

/** How the saves of a sender are read, and one is saved again as the newest. */
export type VersionCalls = {
  list: (cursor: string | undefined) => Promise<PageOf<SavedVersion>>;
  put: (body: { version: number; baseVersion: number }) => Promise<{ version: number }>;
};

export const useVersions = (room: SenderRoom, id: string, { list }: VersionCalls) =>
  useInfiniteQuery(pagesQuery([room, id, 'versions'], list));

/** Saves an earlier version again and offers Undo. */
export function useRollBack(room: SenderRoom, { put }: VersionCalls) {
  const t = useTexts();
  const refresh = useRefresh(room);
  const onError = useFail();
  const undo = useMutation({ mutationFn: put, onSettled: refresh, onError });
  return useMutation({
    mutationFn: put,
    onSuccess: (saved, { version, baseVersion }) => {
      toast.undo({ title: t('versions:history.rolled_back', { version }) }, () =>
        undo.mutate({ version: baseVersion, baseVersion: saved.version }),
      );
      return refresh();
    },
    onError,
  });
}
