import { infiniteQueryOptions } from '@tanstack/react-query';
import type { DataRoom } from '#contract/data-rooms.ts';

/** One page of a list; `nextCursor` is null on the last one. */
export type PageOf<Item> = { items: Item[]; nextCursor: string | null };

/** A list that is read page by page; its data are the items of all pages that were read. */
export const pagesQuery = <Item>(
  queryKey: readonly [DataRoom, ...unknown[]],
  load: (cursor: string | undefined) => Promise<PageOf<Item>>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });
