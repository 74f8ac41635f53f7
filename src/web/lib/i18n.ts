import { createInstance } from 'i18next';
import { useSyncExternalStore } from 'react';
import { Language } from '#contract/primitives.ts';
import type { TextKey, TextRoom, TextTree } from '#web/locales/texts.ts';
import { brand } from './brand.ts';
import { languageOf, LOCALE_TAGS } from './language.ts';

export type Values = Record<string, string | number>;

/** Gives the text of a key in the language of the moment. `count` chooses the plural form. */
export type Text = (key: TextKey, values?: Values) => string;

const LANGUAGE_KEY = 'language';

const files = import.meta.glob<{ texts: TextTree }>('../locales/*/*.ts');
const i18n = createInstance();
const wantedRooms = new Set<TextRoom>();
const listeners = new Set<() => void>();

let language: Language = 'ru';
let text: Text = (key) => key;

/** Starts in the person's language; to be awaited before anything is drawn. */
export async function startTexts(rooms: readonly TextRoom[]): Promise<void> {
  await i18n.init({
    lng: LOCALE_TAGS.ru,
    fallbackLng: LOCALE_TAGS.en,
    load: 'currentOnly',
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: {},
  });
  for (const room of rooms) wantedRooms.add(room);
  await setLanguage(firstLanguage());
}

/** Loads the texts of rooms, if they are not there yet. Routes do it before their page is drawn. */
export async function loadTexts(rooms: readonly TextRoom[]): Promise<void> {
  for (const room of rooms) wantedRooms.add(room);
  if (await loadInto(language, rooms)) announce();
}

/** Shows everything in another language and remembers it on this device. */
export async function setLanguage(wanted: Language): Promise<void> {
  const next = brand.languages.includes(wanted) ? wanted : (brand.languages[0] ?? 'ru');
  await loadInto(next, [...wantedRooms]);
  await i18n.changeLanguage(LOCALE_TAGS[next]);
  language = next;
  document.documentElement.lang = LOCALE_TAGS[next];
  announce();
}

/** Remembers the language a person chose; it outweighs the browser's from then on. */
export function rememberLanguage(chosen: Language): void {
  localStorage.setItem(LANGUAGE_KEY, chosen);
}

/** Whether the person ever chose a language on this device. */
export function hasChosenLanguage(): boolean {
  return localStorage.getItem(LANGUAGE_KEY) !== null;
}

export function currentLanguage(): Language {
  return language;
}

export const useTexts = (): Text => useSyncExternalStore(subscribe, () => text);

export const useLanguage = (): Language => useSyncExternalStore(subscribe, () => language);

async function loadInto(target: Language, rooms: readonly TextRoom[]): Promise<boolean> {
  const locale = LOCALE_TAGS[target];
  const missing = rooms.filter((room) => i18n.getResource(locale, 'translation', room) === undefined);
  await Promise.all(
    missing.map(async (room) => {
      const file = await files[`../locales/${target}/${room}.ts`]?.();
      if (file) i18n.addResourceBundle(locale, 'translation', { [room]: file.texts }, true);
    }),
  );
  return missing.length > 0;
}

function announce(): void {
  text = (key, values) => {
    const room = roomOf(key);
    if (!wantedRooms.has(room)) void loadTexts([room]); // NOTE: a component of another room; its words come in a moment
    const isThere = i18n.getResource(LOCALE_TAGS[language], 'translation', room) !== undefined;
    return isThere ? i18n.t(key, values ?? {}) : '';
  };
  for (const listener of listeners) listener();
}

function roomOf(key: TextKey): TextRoom {
  return key.slice(0, key.indexOf('.')) as TextRoom; // NOTE: every key begins with its room
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function firstLanguage(): Language {
  const chosen = Language.safeParse(localStorage.getItem(LANGUAGE_KEY));
  return chosen.success ? chosen.data : languageOf(navigator.languages);
}
