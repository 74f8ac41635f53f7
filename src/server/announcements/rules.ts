import type { Announcement } from '#contract/announcements/calls.ts';
import type { Language } from '#contract/primitives.ts';

type Texts = Announcement['texts'];

/**
 * The language in which an announcement is shown.
 *
 * @param languages of the brand, its first one first
 * @returns undefined: it has no text in any of them
 */
export function languageOf(
  texts: Texts,
  wanted: Language | undefined,
  languages: readonly Language[],
): Language | undefined {
  return [...(wanted ? [wanted] : []), ...languages].find((language) => texts[language]);
}
