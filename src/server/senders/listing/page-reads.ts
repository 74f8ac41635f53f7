import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { SenderId } from '#contract/senders/calls.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';

/** The orders of a list: the key of each, its type, and the key in a cursor. */
const ORDERS = {
  created: { key: sql`created_at`, type: sql`timestamptz`, Key: z.iso.datetime() },
  updated: { key: sql`updated_at`, type: sql`timestamptz`, Key: z.iso.datetime() },
  title: { key: sql`lower(title)`, type: sql`text`, Key: z.string().max(200) },
} as const;

export type SenderOrder = { sort: keyof typeof ORDERS; isDescending: boolean };

export const NEWEST: SenderOrder = { sort: 'created', isDescending: true };

/** The end of a page: the key of its last row, and the id. */
export type SenderAfter = [string, SenderId];

export const afterOf = (sort: SenderOrder['sort']) => z.tuple([ORDERS[sort].Key, SenderId]);

export type SenderPage<Filter> = { filter: Filter; order: SenderOrder; after: SenderAfter | null; limit: number };

/** A column for {@link orderOf}. */
export const titleKey = sql<string>`lower(title)`.as('title_key');

type Keys = { created_at: Temporal.Instant; updated_at: Temporal.Instant; title_key: string };

/** The conditions of a page on the columns of a table of senders. */
export function orderOf({ order: { sort, isDescending }, after }: Pick<SenderPage<unknown>, 'order' | 'after'>): {
  isBehind: RawBuilder<boolean>;
  by: readonly [RawBuilder<unknown>, RawBuilder<unknown>];
  keyOf: (row: Keys) => string;
} {
  const { key, type } = ORDERS[sort];
  const [direction, than] = isDescending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  return {
    isBehind: after ? sql`(${key}, id) ${than} (${after[0]}::${type}, ${after[1]}::uuid)` : sql`true`,
    by: [sql`${key} ${direction}`, sql`id ${direction}`],
    keyOf: (row) => ({ created: String(row.created_at), updated: String(row.updated_at), title: row.title_key })[sort],
  };
}

type ListQuery = { cursor?: string | undefined; limit: number; isDescending?: boolean | undefined } & Pick<
  SenderOrder,
  'sort'
>;

/**
 * Reads a page of a list: newest first, titles from A, unless the query has a direction.
 * @param list returns one more row when there is a next page
 */
export async function readPage<Filter, Row extends { after: SenderAfter }>(
  { cursor, limit, sort, isDescending = sort !== 'title' }: ListQuery,
  filter: Filter,
  list: (page: SenderPage<Filter>) => Promise<Row[]>,
): Promise<{ items: Row[]; nextCursor: string | null }> {
  const after = readCursor(cursor, afterOf(sort));
  return toPage(
    await list({ filter, order: { sort, isDescending }, after, limit }),
    limit,
    (row) => row,
    (row) => row.after,
  );
}
