import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { RehearsedGroup } from '#contract/mailings/check.ts';
import type { MailingId, MailingSettings } from '#contract/mailings/calls.ts';
import { call } from '#web/lib/api/api.ts';

/** Each recipient of a mailing that would go live now, decided at their turn. */
export const useRehearsal = (mailingId: MailingId, settings: MailingSettings) =>
  useQuery({
    queryKey: ['mailings', 'rehearsal', mailingId, settings],
    queryFn: () => call('POST /api/v1/distributions/rehearse', { body: { mailingId, settings } }),
    retry: false,
  });

const peopleQuery = (mailingId: MailingId, settings: MailingSettings, group: RehearsedGroup) =>
  infiniteQueryOptions({
    queryKey: ['mailings', 'rehearsal', 'people', mailingId, settings, group],
    queryFn: ({ pageParam }) =>
      call('POST /api/v1/distributions/rehearse/people', { body: { mailingId, settings, group, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
    retry: false,
  });

/** Contacts behind a number of the rehearsal. */
export const useRehearsedPeople = (mailingId: MailingId, settings: MailingSettings, group: RehearsedGroup) =>
  useInfiniteQuery(peopleQuery(mailingId, settings, group));
