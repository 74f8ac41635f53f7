/** A phrase as it is compared with messages: without case, punctuation and repeated spaces. */
export function foldPhrase(phrase: string): string {
  return phrase
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Whether a whole message is one of the phrases. */
export function isPhrase(message: string, phrases: readonly string[]): boolean {
  const folded = foldPhrase(message);
  return folded !== '' && phrases.some((phrase) => foldPhrase(phrase) === folded);
}
