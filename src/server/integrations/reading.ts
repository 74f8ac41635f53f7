import type { z } from 'zod';
import { fieldsBeyond } from '#server/platform/fields.ts';
import { fieldsOf, reasonOf } from '#server/platform/reasons.ts';
import { normalisePhone } from '#server/tenants/rules.ts';

/** An item that is what it must be, with its place in the call. */
export type Posted<Item> = { index: number; item: Item; ignoredFields: string[] };
/** Reasons by the path of the field. */
export type Wrong = { index: number; externalId: string | null; fields: Record<string, string[]> };

/** Reads each item by itself. @param countryId whose numbers may come without a code */
export function readItems<Shape extends z.ZodType>(
  shape: Shape,
  items: readonly unknown[],
  countryId: number,
): { posted: Posted<z.output<Shape>>[]; wrong: Wrong[] } {
  const posted: Posted<z.output<Shape>>[] = [];
  const wrong: Wrong[] = [];
  for (const [index, one] of items.entries()) {
    const read = shape.safeParse(one, { error: reasonOf });
    const fields = read.success ? wrongPhones(read.data, countryId) : fieldsOf(read.error);
    if (read.success && Object.keys(fields).length === 0)
      posted.push({ index, item: read.data, ignoredFields: fieldsBeyond(one, read.data) });
    else wrong.push({ index, externalId: externalIdOf(one), fields });
  }
  return { posted, wrong };
}

/** What an item calls itself, also where nothing else of it is right. */
export function externalIdOf(item: unknown): string | null {
  const id = fieldOf(item, 'externalId');
  return typeof id === 'string' ? id.slice(0, 120) : null;
}

/** A customer's number must be one: hers is where messages go. */
function wrongPhones(item: unknown, countryId: number): Record<string, string[]> {
  const given = [
    ['phone', fieldOf(item, 'phone')],
    ['client.phone', fieldOf(fieldOf(item, 'client'), 'phone')],
  ] as const;
  return Object.fromEntries(
    given.flatMap(([path, phone]) =>
      typeof phone === 'string' && normalisePhone(phone, countryId) === null ? [[path, ['phone']]] : [],
    ),
  );
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
