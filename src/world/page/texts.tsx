import { type PropsWithChildren, createContext, use, useEffect, useState } from 'react';
import { en } from './texts.en.ts';
import { type TextKey, ru } from './texts.ru.ts';

export type Language = 'ru' | 'en';
export type Texts = {
  language: Language;
  setLanguage(language: Language): void;
  t(key: TextKey, values?: Record<string, string | number>): string;
};

const DICTIONARIES: Record<Language, Record<TextKey, string>> = { ru, en };
const STORED = 'world.language';
const Context = createContext<Texts | null>(null);

export function TextsProvider({ children }: PropsWithChildren) {
  const [language, setLanguage] = useState(firstLanguage);

  useEffect(() => {
    document.documentElement.lang = language;
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
  const asked = new URLSearchParams(location.search).get('lang') ?? localStorage.getItem(STORED);
  return asked === 'en' ? 'en' : 'ru';
}
