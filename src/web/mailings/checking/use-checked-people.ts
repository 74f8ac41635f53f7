import { useInfiniteQuery } from '@tanstack/react-query';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import type { MailingId, MailingSettings } from '#contract/mailings/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { pagesQuery } from '#web/lib/api/pages.ts';

/** The rule that leaves contacts out; null: the recipients. */
export type Exclusion = DecisionRule | null;

/** Contacts behind a number of the check. */
export const useCheckedPeople = (mailingId: MailingId, settings: MailingSettings, exclusion: Exclusion) =>
  useInfiniteQuery(
    pagesQuery(['mailings', 'check', 'people', mailingId, settings, exclusion], (cursor) =>
      call('POST /api/v1/distributions/check/people', { body: { mailingId, settings, exclusion, cursor } }),
    ),
  );
