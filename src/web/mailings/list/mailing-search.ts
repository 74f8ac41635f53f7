import { MAILING_SORTS, MAILING_STATUSES } from '#contract/mailings/values.ts';
import { flagIn, textIn, wordIn } from '#web/lib/api/known.ts';

/** Parses the list's URL: filters and order. */
export const readMailingSearch = (search: Readonly<Record<string, unknown>>) => ({
  search: textIn(search['search']),
  status: wordIn(MAILING_STATUSES, search['status']),
  isDeleted: flagIn(search['isDeleted']),
  mode: wordIn(['test', 'combat'] as const, search['mode']),
  sort: wordIn(MAILING_SORTS, search['sort']),
  isDescending: flagIn(search['isDescending']),
});
export type MailingSearch = ReturnType<typeof readMailingSearch>;
