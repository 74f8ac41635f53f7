import { type PropsWithChildren, createContext, use, useEffect, useState } from 'react';
import { en } from './texts.en.ts';
import { portuguese } from './texts.pt_br.ts';
import { type TextKey, ru } from './texts.ru.ts';
import { ukrainian } from './texts.uk.ts';

export const LANGUAGES = ['ru', 'en', 'pt_br', 'uk'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The BCP 47 tag of a language. */
export const TAGS: Readonly<Record<Language, string>> = { ru: 'ru-RU', en: 'en-GB', pt_br: 'pt-BR', uk: 'uk-UA' };

export type Texts = {
  language: Language;
  setLanguage(language: Language): void;
  t(key: TextKey, values?: Record<string, string | number>): string;
};

const DICTIONARIES: Record<Language, Record<TextKey, string>> = { ru, en, pt_br: portuguese, uk: ukrainian };
const STORED = 'world.language';
const Context = createContext<Texts | null>(null);

export function TextsProvider({ children }: PropsWithChildren) {
  const [language, setLanguage] = useState(firstLanguage);

  useEffect(() => {
    document.documentElement.lang = TAGS[language];
    document.title = DICTIONARIES[language].title;
    localStorage.setItem(STORED, language);
  }, [language]);

  const t: Texts['t'] = (key, values = {}) =>
    DICTIONARIES[language][key].replaceAll(/\{(\w+)\}/g, (_match, name: string) => String(values[name] ?? ''));
  return <Context value={{ language, setLanguage, t }}>{children}</Context>;
}

export function useTexts(): Texts {
  const texts = use(Context);
  if (!texts) throw new Error('useTexts stands outside TextsProvider');
  return texts;
}

function firstLanguage(): Language {
  const requested = new URLSearchParams(location.search).get('lang') ?? localStorage.getItem(STORED);
  return LANGUAGES.find((language) => language === requested) ?? (requested === null ? 'ru' : 'en');
}
