import { MAILING_MISSING_PARTS, MAX_MAILINGS_AT_ONCE } from '#contract/mailings/values.ts';
import { wordsIn } from '#web/lib/api/known.ts';
import type { Sender } from '#web/senders/sender.ts';

/** Mailings on the shared screens of senders. */
export const mailingSender: Sender = {
  room: 'mailings',
  noun: 'distribution',
  path: '/distributions',
  max: MAX_MAILINGS_AT_ONCE,
  hasDrafts: true,
  incompleteText: (missing, t) =>
    wordsIn(MAILING_MISSING_PARTS, missing)
      .map((part) => t(`mailings:missing.${part}`))
      .join(' '),
};

/** The result of a call for one mailing. */
export const toOutcome = <Outcome extends { mailingId: string }>({ mailingId, ...outcome }: Outcome) => ({
  id: mailingId as string, // NOTE: shared screens know no brands
  ...outcome,
});
