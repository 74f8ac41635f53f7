import { flagIn } from '#web/lib/api/known.ts';
import { readListSearch } from '#web/senders/list/list-search.ts';

/** Parses the list's URL: filters and order. */
export const readMailingSearch = (search: Readonly<Record<string, unknown>>) => ({
  ...readListSearch(search),
  isDeleted: flagIn(search['isDeleted']),
});
export type MailingSearch = ReturnType<typeof readMailingSearch>;
