/** The first letters of a name's first two words: `AS`; empty where it has none. */
export function initialsOf(name: string): string {
  const letters = name.split(/\s+/).map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '');
  return letters.filter(Boolean).slice(0, 2).join('').toUpperCase();
}
