/** FNV-1a, 32 bits. */
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** A number from 0 to 1, the same for the same text. */
export function shareOf(text: string): number {
  let hash = FNV_OFFSET;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
  // The finaliser of MurmurHash3: texts that differ in their last letters alone are far apart.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
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
