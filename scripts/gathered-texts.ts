import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { SECTIONS } from '../src/web/locales/sections.ts';

/** Texts of one room or gathered name: trees of texts by key. */
export type Texts = Readonly<Record<string, unknown>>;

const LOCALES = join(dirname(import.meta.dirname), 'src/web/locales');

/** Exports, for one language, `gatheredTexts`: loads each gathered file, by its path from `src/web/lib/format/texts`. */
const LIST = 'virtual:gathered-texts';

/** The gathered files, by module; none is on a disk. */
const GATHERED: ReadonlyMap<string, { language: string; name: string; section: string }> = new Map(
  globSync('*/', { cwd: LOCALES }).flatMap((language) =>
    Object.entries(SECTIONS).map(
      ([name, section]) => [`${LIST}/${language}/${name}.json`, { language, name, section }] as const,
    ),
  ),
);

/** Marks modules that no other plugin looks for on a disk. */
const VIRTUAL = '\0';

/**
 * Merges a section of all rooms.
 *
 * @throws Error when two rooms have the same key
 */
export function gather(files: readonly { room: string; texts: Texts }[], section: string): Texts {
  const gathered = new Map<string, unknown>();
  for (const { room, texts } of files) {
    for (const [key, text] of Object.entries(texts[section] ?? {})) {
      if (gathered.has(key)) throw new Error(`${section}.${key} of ${room} is also in the texts of another room`);
      gathered.set(key, text);
    }
  }
  return Object.fromEntries(gathered);
}

/** Serves the gathered sections as files of texts, and the rooms' files without them. */
export function gatheredTexts(): Plugin {
  return {
    name: 'gathered-texts',
    enforce: 'pre',
    resolveId: (id) => (languageOfList(id) !== undefined || GATHERED.has(id) ? `${VIRTUAL}${id}` : undefined),
    load(id) {
      const language = languageOfList(id.replace(VIRTUAL, ''));
      if (language !== undefined) return listSource(language);
      const gathered = GATHERED.get(id.replace(VIRTUAL, ''));
      if (!gathered) return undefined;
      const files = readRooms(gathered.language);
      for (const { file } of files) this.addWatchFile(file);
      return JSON.stringify(gather(files, gathered.section));
    },
    transform(source, id) {
      if (dirname(dirname(id)) !== LOCALES || !id.endsWith('.json')) return undefined;
      const texts = Object.entries(parse(source)).filter(([key]) => !isSection(key));
      return { code: JSON.stringify(Object.fromEntries(texts)), map: null };
    },
  };
}

/** The language of a list: `virtual:gathered-texts/ru`. */
const languageOfList = (id: string): string | undefined =>
  [...GATHERED.values()].find(({ language }) => id === `${LIST}/${language}`)?.language;

function listSource(wanted: string): string {
  const own = [...GATHERED].filter(([, { language }]) => language === wanted);
  const entries = own.map(([id, { language, name }]) => {
    const path = `../../../locales/${language}/${name}.json`;
    return `${JSON.stringify(path)}: () => import(${JSON.stringify(id)}).then((m) => m.default)`;
  });
  return `export const gatheredTexts = { ${entries.join(', ')} };`;
}

function readRooms(language: string) {
  return globSync(`${language}/*.json`, { cwd: LOCALES })
    .toSorted()
    .map((path) => join(LOCALES, path))
    .map((file) => ({ file, room: basename(file, '.json'), texts: parse(readFileSync(file, 'utf8')) }));
}

const isSection = (key: string) => Object.values(SECTIONS).some((section) => section === key);

const parse = (source: string): Texts => JSON.parse(source);
