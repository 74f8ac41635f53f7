import { useSyncExternalStore } from 'react';
import type { Language } from '#contract/primitives.ts';
import type { TextKey, TextRoom, TextTree } from '#web/locales/texts.ts';
import { brand } from './brand.ts';
import { isLanguage, languageOf, LOCALE_TAGS } from './language.ts';
import { translate } from './translate.ts';
import type { Values } from './translate.ts';

/** Gives the text of a key in the language of the moment. `count` chooses the plural form. */
export type Text = (key: TextKey, values?: Values) => string;

const LANGUAGE_KEY = 'language';

type LanguageTexts = {
  always: Readonly<Partial<Record<TextRoom, TextTree>>>;
  rooms: Readonly<Record<string, () => Promise<{ texts: TextTree }>>>;
};

/** A language says itself where its texts are, so that nobody loads the names of files in four languages. */
const languages: Readonly<Record<Language, () => Promise<LanguageTexts>>> = {
  ru: () => import('#web/locales/ru.ts'),
  en: () => import('#web/locales/en.ts'),
  pt_br: () => import('#web/locales/pt-br.ts'),
  uk: () => import('#web/locales/uk.ts'),
};
/** What is loaded, by `language/room`. */
const loaded = new Map<string, TextTree>();
const wantedRooms = new Set<TextRoom>();
const listeners = new Set<() => void>();

let language: Language = 'ru';
let text: Text = (key) => key;

/**
 * Starts in the person's language; to be awaited before anything is drawn.
 *
 * @param soon rooms the page will ask for: begun now, and not waited for
 */
export async function startTexts(rooms: readonly TextRoom[], soon: readonly TextRoom[]): Promise<void> {
  for (const room of rooms) wantedRooms.add(room);
  const first = offered(firstLanguage());
  loadInto(first, soon).catch(() => undefined); // NOTE: the page asks again, and says so when they do not come
  await setLanguage(first);
}

/** Loads the texts of rooms, if they are not there yet. Routes do it before their page is drawn. */
export async function loadTexts(rooms: readonly TextRoom[]): Promise<void> {
  for (const room of rooms) wantedRooms.add(room);
  if (await loadInto(language, rooms)) announce();
}

/** Loads a piece that opens later with its words, so that neither is seen without the other. */
export async function withTexts<Piece>(piece: Promise<Piece>, rooms: readonly TextRoom[]): Promise<Piece> {
  const [ready] = await Promise.all([piece, loadTexts(rooms)]);
  return ready;
}

/** Shows everything in another language and remembers it on this device. */
export async function setLanguage(wanted: Language): Promise<void> {
  const next = offered(wanted);
  await loadInto(next, [...wantedRooms]);
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
  const missing = rooms.filter((room) => !loaded.has(`${target}/${room}`));
  if (missing.length === 0) return false;
  const { always, rooms: files } = await languages[target]();
  await Promise.all(
    missing.map(async (room) => {
      const tree = always[room] ?? (await files[`./${target}/${room}.ts`]?.())?.texts;
      if (tree) loaded.set(`${target}/${room}`, tree);
    }),
  );
  return true;
}

function announce(): void {
  const now = language;
  text = (key, values) => textIn(now, key, values);
  for (const listener of listeners) listener();
}

/** Nothing while the room's texts are on their way; English for what a language lacks; the key for what all lack. */
function textIn(wanted: Language, key: TextKey, values?: Values): string {
  const room = roomOf(key);
  const tree = loaded.get(`${wanted}/${room}`);
  if (!tree) {
    if (!wantedRooms.has(room)) void loadTexts([room]); // NOTE: a component of another room; its words come in a moment
    return '';
  }
  const path = key.slice(room.length + 1);
  return translate(tree, path, LOCALE_TAGS[wanted], values) ?? fallback(room, path, values) ?? key;
}

function fallback(room: TextRoom, path: string, values?: Values): string | undefined {
  const english = loaded.get(`en/${room}`);
  if (english) return translate(english, path, LOCALE_TAGS.en, values);
  void loadInto('en', [room]).then(announce);
  return '';
}

function roomOf(key: TextKey): TextRoom {
  return key.slice(0, key.indexOf('.')) as TextRoom; // NOTE: every key begins with its room
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A language of this domain. */
function offered(wanted: Language): Language {
  return brand.languages.includes(wanted) ? wanted : (brand.languages[0] ?? 'ru');
}

function firstLanguage(): Language {
  const chosen = localStorage.getItem(LANGUAGE_KEY) ?? '';
  return isLanguage(chosen) ? chosen : languageOf(navigator.languages);
}
