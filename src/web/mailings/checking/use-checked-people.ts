import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import type { MailingId, MailingSettings } from '#contract/mailings/calls.ts';
import { call } from '#web/lib/api/api.ts';

/** The rule that leaves contacts out; null: the recipients. */
export type Exclusion = DecisionRule | null;

const peopleQuery = (mailingId: MailingId, settings: MailingSettings, exclusion: Exclusion) =>
  infiniteQueryOptions({
    queryKey: ['mailings', 'check', 'people', mailingId, settings, exclusion],
    queryFn: ({ pageParam }) =>
      call('POST /api/v1/distributions/check/people', { body: { mailingId, settings, exclusion, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });

/** Contacts behind a number of the check. */
export const useCheckedPeople = (mailingId: MailingId, settings: MailingSettings, exclusion: Exclusion) =>
  useInfiniteQuery(peopleQuery(mailingId, settings, exclusion));
