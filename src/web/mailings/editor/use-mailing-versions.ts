import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { MailingId } from '#contract/mailings/calls.ts';
import { useRollBack } from '#web/audiences/versions/use-roll-back.ts';
import { call } from '#web/lib/api/api.ts';
import { useRefresh } from '#web/mailings/use-mailings.ts';

const versionsQuery = (mailingId: MailingId) =>
  infiniteQueryOptions({
    queryKey: ['mailings', mailingId, 'versions'],
    queryFn: ({ pageParam }) =>
      call('GET /api/v1/distributions/:mailingId/versions', { params: { mailingId }, query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });

export const useMailingVersions = (mailingId: MailingId) => useInfiniteQuery(versionsQuery(mailingId));

/** Saves an earlier version again and offers Undo. */
export const useRollBackMailing = (mailingId: MailingId) =>
  useRollBack({
    put: (body) => call('POST /api/v1/distributions/:mailingId/roll-back', { params: { mailingId }, body }),
    refresh: useRefresh(),
  });
