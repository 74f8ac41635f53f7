import type { z } from 'zod';
import { fieldsBeyond } from '#server/platform/values/fields.ts';
import { checkValue } from '#contract/field-reasons.ts';
import { normalisePhone } from '#server/tenants/rules.ts';

/** A valid item with its position in the call. */
export type IndexedItem<Item> = { index: number; item: Item; ignoredFields: string[] };
/** Reasons by the path of the field. */
export type Wrong = { index: number; externalId: string | null; fields: Record<string, string[]> };

/** Parses each item by itself. @param countryId for numbers without a country code */
export function readItems<Shape extends z.ZodType>(
  shape: Shape,
  items: readonly unknown[],
  countryId: number,
): { valid: IndexedItem<z.output<Shape>>[]; wrong: Wrong[] } {
  const valid: IndexedItem<z.output<Shape>>[] = [];
  const wrong: Wrong[] = [];
  for (const [index, one] of items.entries()) {
    const read = checkValue(shape, one);
    const fields = read.fields ?? wrongPhones(read.data, countryId);
    if (!read.fields && Object.keys(fields).length === 0)
      valid.push({ index, item: read.data, ignoredFields: fieldsBeyond(one, read.data) });
    else wrong.push({ index, externalId: externalIdOf(one), fields });
  }
  return { valid, wrong };
}

/** Returns the item's external id, also where the rest is invalid. */
export function externalIdOf(item: unknown): string | null {
  const id = fieldOf(item, 'externalId');
  return typeof id === 'string' ? id.slice(0, 120) : null;
}

/** Validates the contact's number, as messages are sent to it. */
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
