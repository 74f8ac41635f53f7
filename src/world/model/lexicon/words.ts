/** The languages the simulated model speaks. */
export const LANGUAGES = ['ru', 'en', 'pt', 'uk'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Lower case without accents and apostrophes; ё is е, ґ is г. */
export function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/['’ʼ`´]/gu, '')
    .normalize('NFD')
    .replaceAll(/([a-z])\p{M}+/gu, '$1')
    .normalize('NFC')
    .replaceAll('ё', 'е')
    .replaceAll('ґ', 'г');
}

export const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Sentences of a text; a line's end ends one too. */
export const sentencesOf = (text: string): string[] =>
  (text.match(/[^.!?…\n]+(?:[.!?…](?=\S)[^.!?…\n]*)*[.!?…]*/gu) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));

/** Whether two words differ by at most one letter added, left out, replaced, or swapped with its neighbour. */
export function isTypo(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
