import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { brand } from '#web/lib/pages/brand.ts';
import { type FoundThing, isOffered, type RoomSearch } from '#web/lib/pages/room.ts';
import { useSession } from '#web/lib/api/session.ts';
import { rooms } from '#web/app/rooms.ts';

/** A shorter query finds too much. */
export const MIN_QUERY = 2;
const TYPING_MS = 200;

export type FoundList = Pick<RoomSearch, 'section'> & { things: readonly FoundThing[] };

/** The lists this domain has a page for. */
const searches = rooms
  .filter(({ pages }) => pages.some((page) => isOffered(page, brand)))
  .flatMap((room) => room.searches ?? []);

/** Searches all rooms for what is typed into the palette. A search that fails finds nothing. */
export function useFoundThings(typed: string): { lists: FoundList[]; isSearching: boolean } {
  const { isAuthenticated } = useSession();
  const [query] = useDebouncedValue(typed.trim(), TYPING_MS);
  const isEnabled = isAuthenticated && query.length >= MIN_QUERY;
  const results = useQueries({
    queries: searches.map(({ data, find }) => ({
      queryKey: [data, 'palette', query],
      queryFn: () => find(query),
      enabled: isEnabled,
      placeholderData: keepPreviousData,
      retry: false,
      staleTime: 10_000,
    })),
  });
  const lists = searches.flatMap(({ section }, index) => {
    const things = results[index]?.data ?? [];
    return isEnabled && things.length > 0 ? [{ section, things }] : [];
  });
  const isSearching = query !== typed.trim() || (isEnabled && results.some(({ isFetching }) => isFetching));
  return { lists, isSearching };
}
