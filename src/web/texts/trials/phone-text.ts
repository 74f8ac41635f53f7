import type { ContactPreview } from '#contract/texts/previews.ts';
import type { PhoneText } from '#web/ui/preview/PhoneBubble.tsx';

/**
 * A message as the phone beside the editor shows it: where a variable left nothing, its name is marked.
 *
 * @param under what the channel puts under the words
 */
export function phoneText(
  runs: ContactPreview['runs'],
  under: string,
  nameOf: (variable: string) => string,
): PhoneText[] {
  const words = runs.map(({ text, empty }): PhoneText =>
    empty.length > 0 ? { text: empty.map(nameOf).join(', '), mark: 'empty' } : { text },
  );
  return under ? [...words, { text: words.length > 0 ? `\n\n${under}` : under }] : words;
}
