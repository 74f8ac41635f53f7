import { createHash } from 'node:crypto';

/** A number from 0 to 1, the same for the same text. */
export function shareOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;
}

/** Items of one call of the model: more of them are skipped. */
const MOST_IN_GROUP = 5;

/** Groups of items in an order that is fixed for a case, so that no item is always the first or the last. */
export function groupItems<Item extends { id: string }>(caseId: string, items: readonly Item[]): Item[][] {
  const ordered = items
    .map((item) => ({ item, place: shareOf(`${caseId}:${item.id}`) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
  const groups = Math.ceil(ordered.length / MOST_IN_GROUP);
  const size = Math.ceil(ordered.length / Math.max(1, groups));
  return Array.from({ length: groups }, (_, index) => ordered.slice(index * size, (index + 1) * size));
}
