import { type RawBuilder, sql } from 'kysely';

/** Most that one statement reads. */
const READ_AT_ONCE = 200;

type Page<Item, After> = { items: Item[]; after: After | null };

/**
 * Reads a page of those in which a replacement changes something. The filter of SQL also returns others, so a page is read on
 * until it is full or none is left.
 *
 * @param list returns those behind a cursor in order, at most `limit` and one more
 * @param toItem undefined: nothing changes there
 * @returns `after`: the cursor of the next page; null: this is the last
 */
export async function readFound<Found extends { after: After }, Item, After>(
  page: { after: After | null; limit: number },
  list: (after: After | null, limit: number) => Promise<Found[]>,
  toItem: (found: Found) => Item | undefined,
): Promise<Page<Item, After>> {
  const items: Item[] = [];
  let { after } = page;
  while (items.length < page.limit) {
    const found = await list(after, READ_AT_ONCE);
    for (const one of found.slice(0, READ_AT_ONCE)) {
      const item = toItem(one);
      if (item !== undefined) items.push(item);
      after = one.after;
      if (items.length === page.limit) break;
    }
    const isLast = found.length <= READ_AT_ONCE && found.at(-1)?.after === after;
    if (found.length === 0 || isLast) return { items, after: null };
  }
  return { items, after };
}

/** Whether the row's title or the stored JSON of its settings contains a text, ignoring case: the coarse filter of a search. */
export function hasText(text: string): RawBuilder<boolean> {
  const written = JSON.stringify(text).slice(1, -1);
  return sql<boolean>`(strpos(lower(title), lower(${text})) > 0 or strpos(lower(settings::text), lower(${written})) > 0)`;
}
