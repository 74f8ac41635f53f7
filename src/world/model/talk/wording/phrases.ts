import { hash } from 'node:crypto';
import { LANGUAGES, type Language } from '../../lexicon/words.ts';
import type { Talk } from '../reading/talk.ts';
import en from './en.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };
import ru from './ru.json' with { type: 'json' };
import uk from './uk.json' with { type: 'json' };

export type PhraseKey = keyof typeof ru;
export type Values = Readonly<Record<string, string | number>>;

/** Sentences by language: each has a few wordings. */
export const PHRASES: Readonly<Record<Language, Readonly<Record<PhraseKey, string[]>>>> = { ru, en, pt, uk };

/** A sentence in the language of a talk; the seed and the talk choose the wording. */
export function phrase(
  { language, variant }: Pick<Talk, 'language' | 'variant'>,
  key: PhraseKey,
  values: Values = {},
): string {
  const wordings = PHRASES[language][key];
  const index = hash('sha256', `${key} ${variant}`, 'buffer').readUInt16BE(0) % wordings.length;
  return (wordings[index] ?? '').replaceAll(/\{(\w+)\}/gu, (_match, name: string) => String(values[name] ?? ''));
}

/** Finds which of some sentences an earlier answer contains, in any language and wording. */
export function compileRecognizer<const Key extends PhraseKey>(keys: readonly Key[]): (text: string) => Set<Key> {
  const patterns = keys.flatMap((key) =>
    LANGUAGES.flatMap((language) => PHRASES[language][key].map((wording) => ({ key, pattern: toPattern(wording) }))),
  );
  return (text) => new Set(patterns.filter(({ pattern }) => pattern.test(text)).map(({ key }) => key));
}

function toPattern(wording: string): RegExp {
  const parts = wording.split(/\{\w+\}/u).map((part) => RegExp.escape(part));
  return new RegExp(parts.join('.+?'), 'su');
}

/** "Monday 30 November" in the language of a talk. */
export function dayText(language: Language, day: string): string {
  const date = new Date(day);
  return Number.isNaN(date.getTime()) ? day : FORMATS[language].format(date);
}

const formatOf = (locale: string) =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
const FORMATS: Readonly<Record<Language, Intl.DateTimeFormat>> = {
  ru: formatOf('ru'),
  en: formatOf('en-GB'),
  pt: formatOf('pt-BR'),
  uk: formatOf('uk'),
};
