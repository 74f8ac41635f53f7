/** Addresses as people write them; quotes and brackets end one. */
const ADDRESS = /https?:\/\/[^\s<>"«»“”„{}|\\^`]+/gi;
/** Signs that end a sentence or a mark of formatting, not an address. */
const TAIL = /[.,!?;:…'’*_~)\]]+$/;
/** Letters of a code that belongs to one contact. */
export const PERSONAL_CODE_LENGTH = 15;

/** Lists the addresses of a text, each once. */
export function addressesOf(text: string): string[] {
  return [...new Set([...text.matchAll(ADDRESS)].map(([found]) => cut(found).address))];
}

/** Replaces the addresses of a text. */
export function replaceAddresses(text: string, replaced: (address: string) => string): string {
  return text.replaceAll(ADDRESS, (found) => {
    const { address, rest } = cut(found);
    return replaced(address) + rest;
  });
}

/** The text as long as it is with short links, for its measure. */
export function withPlaceholders(text: string, origin: string): string {
  const placeholder = `${origin}/to/${'x'.repeat(PERSONAL_CODE_LENGTH)}/`;
  return replaceAddresses(text, () => placeholder);
}

/** Divides an address from the signs after it. */
function cut(found: string): { address: string; rest: string } {
  const [tail = ''] = TAIL.exec(found) ?? [];
  const address = found.slice(0, found.length - tail.length);
  // A bracket that the address opens itself belongs to it.
  const isOpened = tail.startsWith(')') && address.includes('(');
  return isOpened ? { address: `${address})`, rest: tail.slice(1) } : { address, rest: tail };
}
