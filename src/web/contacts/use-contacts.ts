import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { listContacts } from '#contract/contacts/calls.ts';
import { call } from '#web/lib/api/api.ts';

export type ContactsFilter = Omit<z.input<typeof listContacts.query>, 'cursor' | 'limit'>;

const contactsQuery = (filter: ContactsFilter) =>
  infiniteQueryOptions({
    queryKey: ['contacts', 'list', filter],
    meta: { alsoShows: ['visits'] },
    queryFn: ({ pageParam }) => call('GET /api/v1/contacts', { query: { ...filter, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });

export const useContacts = (filter: ContactsFilter) => useInfiniteQuery(contactsQuery(filter));

/**
 * Contacts that match what is typed. Those found before stay until the next ones are there: a press on one that is just
 * being replaced would be lost.
 */
export const useFoundContacts = (search: string) =>
  useInfiniteQuery({ ...contactsQuery(search ? { search } : {}), placeholderData: (before) => before });

/** How many customers each filter has. */
export const useContactCounts = (lostDays: number) =>
  useQuery({
    queryKey: ['contacts', 'counts', lostDays],
    meta: { alsoShows: ['visits', 'channels'] },
    queryFn: () => call('GET /api/v1/contacts/counts', { query: { lostDays } }),
    placeholderData: (before) => before,
  });

/** Saved audiences, to choose from. */
export function useSegmentChoices() {
  const choices = useQuery({ queryKey: ['flows', 'choices'], queryFn: () => call('GET /api/v1/flows/choices') });
  return choices.data?.segments ?? [];
}
