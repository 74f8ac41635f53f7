import i18next from 'i18next';
import { useCallback } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { Language } from '#contract/primitives.ts';
import type { TextKey, TextRoom } from '#web/locales/resources.ts';
import { brand } from '#web/lib/pages/brand.ts';
import { languageOf } from '#contract/language-choice.ts';
import { isLanguage, LOCALE_TAGS } from './language.ts';
import { shortWords, TEXT_OPTIONS } from './text-options.ts';

/** Returns the text of a key in the current language. `count` selects the plural form. */
export type Text = (key: TextKey, values?: Record<string, string | number>) => string;

const LANGUAGE_KEY = 'language';

/**
 * Texts of each room, and of each gathered section, are a separate file, loaded when a page needs them. The names of the
 * files are a script of their own for each language: they cannot be compressed, and a person reads one.
 */
const LISTS = {
  ru: () => import('./texts/ru.ts'),
  en: () => import('./texts/en.ts'),
  pt_br: () => import('./texts/pt-br.ts'),
  uk: () => import('./texts/uk.ts'),
} as const satisfies Record<Language, unknown>;

/** Loads started and done, by file. */
const loads = new Map<string, Promise<void>>();
const requestedRooms = new Set<TextRoom>();

/**
 * Starts i18next in the person's language; await it before rendering.
 *
 * @param soon rooms the page will need: loading starts now and is not awaited
 */
export async function startTexts(rooms: readonly TextRoom[], soon: readonly TextRoom[]): Promise<void> {
  await i18next
    .use(initReactI18next)
    .use(shortWords)
    .init({
      ...TEXT_OPTIONS,
      lng: offered(firstLanguage()),
      resources: {},
      saveMissing: true,
      missingKeyHandler: (_languages, room) => loadMissing(room as TextRoom), // NOTE: keys are typed, and so are their rooms
      appendNamespaceToMissingKey: true,
      parseMissingKeyHandler: (key) => (i18next.hasResourceBundle('en', key.split(':')[0] ?? '') ? key : ''),
      react: { useSuspense: false, bindI18nStore: 'added' },
    });
  loadTexts(soon).catch(() => undefined); // NOTE: the page loads them again, and reports a failure
  await loadTexts(rooms);
  document.documentElement.lang = LOCALE_TAGS[currentLanguage()];
  addEventListener('storage', followOtherTab);
}

/** The language that is chosen in one tab is shown in the others too; without a connection they keep theirs. */
function followOtherTab({ key, newValue }: StorageEvent): void {
  if (key === LANGUAGE_KEY && newValue !== null && isLanguage(newValue)) setLanguage(newValue).catch(() => undefined);
}

/** Loads the texts of rooms, if they are missing. Routes call it before their page renders. */
export async function loadTexts(rooms: readonly TextRoom[]): Promise<void> {
  for (const room of rooms) requestedRooms.add(room);
  await loadInto(currentLanguage(), rooms);
}

/** Switches all texts to another language. */
export async function setLanguage(wanted: Language): Promise<void> {
  const next = offered(wanted);
  await loadInto(next, [...requestedRooms]);
  await i18next.changeLanguage(next);
  document.documentElement.lang = LOCALE_TAGS[next];
}

/** Stores the chosen language; from then on it has priority over the browser's. */
export function rememberLanguage(chosen: Language): void {
  localStorage.setItem(LANGUAGE_KEY, chosen);
}

/** Returns whether a language was chosen on this device. */
export function hasChosenLanguage(): boolean {
  return localStorage.getItem(LANGUAGE_KEY) !== null;
}

export function currentLanguage(): Language {
  return i18next.language as Language; // NOTE: only `offered` languages are set
}

/** Texts that differ on this domain are found by the name of its variant: `empty@medical` instead of `empty`. */
const OF_VARIANT = { context: brand.variant };

/** NOTE: keys are typed here, because i18next's own key types make type checking half as slow again. */
export function useTexts(): Text {
  const { t } = useTranslation();
  return useCallback<Text>((key: string, values = {}) => t(key, { ...OF_VARIANT, ...values }), [t]);
}

/** Returns the text of a key that may have none, else that of the other key. */
export function useFirstText(): (key: string, otherwise: TextKey) => string {
  const { t } = useTranslation();
  return useCallback((key: string, otherwise: TextKey) => t([key, otherwise], OF_VARIANT), [t]);
}

export function useLanguage(): Language {
  return useTranslation().i18n.language as Language; // NOTE: only `offered` languages are set
}

/** Loads a room that no route requested; a text missing in its language is shown in English. Meanwhile it is empty. */
function loadMissing(room: TextRoom): void {
  const language = currentLanguage();
  const isLoaded = i18next.hasResourceBundle(language, room);
  if (isLoaded) void loadInto('en', [room]);
  else void loadTexts([room]);
}

async function loadInto(language: Language, rooms: readonly TextRoom[]): Promise<void> {
  await Promise.all(rooms.map((room) => loadOnce(language, room)));
}

/** A failed load is dropped, so that it can be retried. */
function loadOnce(language: Language, room: TextRoom): Promise<void> {
  const file = `${language}/${room}`;
  const load = loads.get(file) ?? addTexts(language, room);
  loads.set(file, load);
  load.catch(() => loads.delete(file));
  return load;
}

async function addTexts(language: Language, room: TextRoom): Promise<void> {
  const { files } = await LISTS[language]();
  const texts = await files[`../../../locales/${language}/${room}.json`]?.();
  if (texts) i18next.addResourceBundle(language, room, texts);
}

/** Returns the language if this domain has it, else its default. */
function offered(wanted: Language): Language {
  return brand.languages.includes(wanted) ? wanted : (brand.languages[0] ?? 'ru');
}

function firstLanguage(): Language {
  const chosen = localStorage.getItem(LANGUAGE_KEY) ?? '';
  return isLanguage(chosen) ? chosen : languageOf(navigator.languages);
}
