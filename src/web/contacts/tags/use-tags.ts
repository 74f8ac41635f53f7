import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { SubscriberFilter } from '#contract/contacts/subscribers.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

/** Tags in use, to choose from. */
export function useTagChoices(): string[] {
  const tags = useQuery({ queryKey: ['contacts', 'tags'], queryFn: () => call('GET /api/v1/contacts/tags') });
  return tags.data?.tags ?? [];
}

export function useChangeTags() {
  const t = useTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { contactIds: ContactId[]; add?: string[]; remove?: string[] }) =>
      call('POST /api/v1/contacts/tags', { body }),
    onSuccess: () => invalidateRoom(queryClient, 'contacts'),
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}

type SubscriberTags = { filter: SubscriberFilter; add?: string[]; remove?: string[] };

/** Changes the tags of all subscribers of a filter, part by part. */
export function useChangeSubscriberTags() {
  const t = useTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: SubscriberTags) => {
      let changed = 0;
      let cursor: string | undefined;
      do {
        const part = await call('POST /api/v1/phones/subscribers/tags', { body: { ...body, cursor } });
        changed += part.changed;
        cursor = part.nextCursor ?? undefined;
      } while (cursor);
      return { changed };
    },
    onSettled: () => invalidateRoom(queryClient, 'contacts'),
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}
