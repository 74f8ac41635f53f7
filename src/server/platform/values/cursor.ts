import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { Instant, Moment } from '#contract/primitives.ts';
import { wrongField } from './problem.ts';

/** Encodes the last row of a page as one opaque string. */
export function toCursor(values: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/**
 * Decodes a cursor.
 *
 * @param shape of the values it was made with, e.g. `z.tuple([z.iso.datetime(), ContactId])`
 * @throws 400 when it was not made by {@link toCursor}
 */
export function readCursor<Shape extends z.ZodType>(cursor: string | undefined, shape: Shape): z.output<Shape> | null {
  if (cursor === undefined) return null;
  const value = fromJson(Buffer.from(cursor, 'base64url').toString());
  const parsed = shape.safeParse(value);
  if (!parsed.success || !isStored(value)) throw wrongField('cursor', 'cursor');
  return parsed.data;
}

/** Whether the values fit the database: only a number and a time that can be stored can have come from a row. */
function isStored(values: unknown): boolean {
  return (
    !Array.isArray(values) ||
    values.every((value) => {
      if (typeof value === 'number') return Math.abs(value) < 2 ** 31;
      return !Instant.safeParse(value).success || Moment.safeParse(value).success;
    })
  );
}

/**
 * Selects the rows after the end of a page, ordered by a time and an id.
 *
 * NOTE: the first comparison is redundant, but it gives the index scan its start. Beside the bounds of a period,
 * PostgreSQL uses a row comparison as a filter only, and would scan from the bound.
 *
 * @param end null on the first page, which selects every row
 */
export function isBeyond(
  [at, id]: readonly [RawBuilder<unknown>, RawBuilder<unknown>],
  end: readonly [string, string] | null,
  order: 'asc' | 'desc',
): RawBuilder<boolean> {
  if (!end) return sql`true`;
  const [lastAt, lastId] = end;
  const than = sql.raw(order === 'asc' ? '>' : '<');
  return sql`(${at} ${than}= ${lastAt}::timestamptz and (${at}, ${id}) ${than} (${lastAt}::timestamptz, ${lastId}::uuid))`;
}

/** Drops the extra row of a page that was fetched with `limit + 1`. */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
  cursorOf: (row: Row) => readonly (string | number | null)[],
): { items: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(toItem), nextCursor: rows.length > limit && last ? toCursor(cursorOf(last)) : null };
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
