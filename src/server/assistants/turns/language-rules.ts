import type { Language } from '#contract/primitives.ts';

/** Letters that show the language where the alphabet alone does not. */
const ONLY_UKRAINIAN = /[іїєґ]/giu;
const ONLY_RUSSIAN = /[ыэъё]/giu;
/** Shorter replies ("ОК", "Anna 15:00") say nothing about their language. */
const MIN_LETTERS = 20;

/** Whether a reply is in another language. @param names what it may contain in any language, e.g. titles of services */
export function isOtherLanguage(reply: string, language: Language, names: readonly string[]): boolean {
  const own = without(reply.replaceAll(/https?:\/\/\S+/gu, ''), names);
  const letters = own.replaceAll(/[^\p{L}]/gu, '');
  if (letters.length < MIN_LETTERS) return false;
  const cyrillic = (letters.match(/\p{Script=Cyrillic}/gu) ?? []).length / letters.length;
  const isCyrillic = language === 'ru' || language === 'uk';
  if (isCyrillic ? cyrillic < 0.4 : cyrillic > 0.4) return true;
  const ukrainian = (letters.match(ONLY_UKRAINIAN) ?? []).length;
  const russian = (letters.match(ONLY_RUSSIAN) ?? []).length;
  return (language === 'ru' && ukrainian > russian) || (language === 'uk' && russian > ukrainian);
}

/** The longest names first, so that "Haircut and beard" goes as a whole. */
function without(reply: string, names: readonly string[]): string {
  return [...new Set(names)]
    .filter((name) => name.length > 1)
    .toSorted((one, other) => other.length - one.length)
    .reduce((text, name) => text.replaceAll(name, ' '), reply);
}

/** Every text in the result of a function, e.g. titles and addresses. */
export function textsIn(result: unknown): string[] {
  if (typeof result === 'string') return [result, ...result.split(', ')];
  if (typeof result !== 'object' || result === null) return [];
  return Object.values(result).flatMap(textsIn);
}
