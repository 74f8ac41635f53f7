import { hash } from 'node:crypto';
import type { Language } from '../lexicon/words.ts';
import source from './texts.json' with { type: 'json' };

export type TextKey = keyof typeof source;

/** A text in a language; the variant chooses the wording. */
export function textFor(
  key: TextKey,
  language: Language,
  variant: string,
  values: Readonly<Record<string, string>> = {},
): string {
  const wordings = source[key][language];
  const index = hash('sha256', `${key} ${variant}`, 'buffer').readUInt16BE(0) % wordings.length;
  const text = (wordings[index] ?? '').replaceAll(/\{(\w+)\}/gu, (_match, name: string) => values[name] ?? '');
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
