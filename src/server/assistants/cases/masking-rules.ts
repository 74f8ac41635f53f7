import type { Language } from '#contract/primitives.ts';

/** Stand-ins for what is masked, so that a talk reads on. */
export const STAND_IN_NAME: Readonly<Record<Language, string>> = {
  ru: 'Мария',
  en: 'Mary',
  pt_br: 'Maria',
  uk: 'Марія',
};
export const STAND_IN_PHONE = '+79000000000';
const STAND_IN_EMAIL = 'client@example.com';

export const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/gu;
/** Nine digits or more, as phones and numbers of cards are written. */
export const LONG_NUMBER = /\+?\d(?:[\s().-]*\d){8,}/gu;
/** Words by which people introduce themselves; a name is one or two words with a capital letter. */
const INTRODUCTION =
  /((?:меня зовут|мо[её] имя|my name is|call me|meu nome [eé]|me chamo|мене звати|мо[єе] ім['’ʼ]я)\s+)(\p{L}+(?:\s+\p{Lu}\p{L}+)?)/giu;
const SHORTEST_NAME = 3;
/** Endings of a declined name. */
const ENDING = '\\p{L}{0,3}';

/** Replaces phones, e-mails, introductions, and the words of the client's name in any of their forms. */
export function maskPersonal(text: string, { name, language }: { name: string; language: Language }): string {
  const standIn = STAND_IN_NAME[language];
  const masked = text
    .replaceAll(EMAIL, STAND_IN_EMAIL)
    .replaceAll(LONG_NUMBER, STAND_IN_PHONE)
    .replaceAll(INTRODUCTION, (_all, words: string) => `${words}${standIn}`);
  return stemsOf(name).reduce(
    (written, stem) => written.replaceAll(new RegExp(`(?<!\\p{L})${stem}${ENDING}(?!\\p{L})`, 'giu'), standIn),
    masked,
  );
}

/** The words of a name without their last vowel: "Анна" is found in "Анны" and "Анне". */
function stemsOf(name: string): string[] {
  return (name.match(/\p{L}+/gu) ?? [])
    .filter((word) => word.length >= SHORTEST_NAME)
    .map((word) => (word.length > SHORTEST_NAME ? word.replace(/[аеиоуыэюяёіїєьйaeiouyã]$/iu, '') : word));
}
