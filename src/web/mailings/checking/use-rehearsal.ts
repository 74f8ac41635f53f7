import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { RehearsedGroup } from '#contract/mailings/check.ts';
import type { MailingId, MailingSettings } from '#contract/mailings/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { pagesQuery } from '#web/lib/api/pages.ts';

/** Each recipient of a mailing that would go live now, decided at their turn. */
export const useRehearsal = (mailingId: MailingId, settings: MailingSettings) =>
  useQuery({
    queryKey: ['mailings', 'rehearsal', mailingId, settings],
    queryFn: () => call('POST /api/v1/distributions/rehearse', { body: { mailingId, settings } }),
    retry: false,
  });

/** Contacts behind a number of the rehearsal. */
export const useRehearsedPeople = (mailingId: MailingId, settings: MailingSettings, group: RehearsedGroup) =>
  useInfiniteQuery({
    ...pagesQuery(['mailings', 'rehearsal', 'people', mailingId, settings, group], (cursor) =>
      call('POST /api/v1/distributions/rehearse/people', { body: { mailingId, settings, group, cursor } }),
    ),
    retry: false,
  });
