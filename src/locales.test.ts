import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gather, type Texts } from '../scripts/gathered-texts.ts';
import { SECTIONS } from './web/locales/sections.ts';

type TextTree = { readonly [key: string]: string | TextTree };

/** The files of one room's texts: its name, and where a language's file lies. */
type Room = { name: string; path: (language: string) => string };

const LANGUAGES = ['en', 'ru', 'pt_br', 'uk'];
const PLURAL = /_(one|few|many|other)$/;

const singular = (key: string) => key.replace(PLURAL, '');
const isPlural = (texts: Map<string, string>, key: string) => PLURAL.test(key) && texts.has(`${singular(key)}_other`);
const valuesOf = (text: string) => [...text.matchAll(/\{\{(.+?)\}\}/g)].map(([, value]) => value).toSorted();
const variablesOf = (text: string) => [...text.matchAll(/(?<!\{)\{(\w+)\}(?!\})/g)].map(([, name]) => name).toSorted();
const tagsOf = (text: string) => [...text.matchAll(/<(\w+)>.*?<\/\1>/g)].map(([, name]) => name).toSorted();

const serverRooms = filesIn('server/**/locales/en.json').map((file): Room => {
  const folder = dirname(file);
  return { name: dirname(folder), path: (language) => `${folder}/${language}.json` };
});
const webRooms = filesIn('web/locales/en/*.json').map((file): Room => {
  const room = basename(file);
  return { name: `web/${room.replace('.json', '')}`, path: (language) => `web/locales/${language}/${room}` };
});

test('every file of texts belongs to a room and a language', () => {
  const expected = [...serverRooms, ...webRooms].flatMap(({ path }) => LANGUAGES.map(path));
  const found = filesIn('{server,web}/**/locales/**/*.json').filter((file) => basename(file) !== 'context.json');
  expect(found.toSorted()).toEqual(expected.toSorted());
  expect(serverRooms.length).toBeGreaterThan(3);
});

describe.each([...serverRooms, ...webRooms])('texts of $name', ({ path }) => {
  const english = textsIn(path('en'));

  test.each(LANGUAGES)('%s has the keys of English, with the same values, variables and tags', (language) => {
    const texts = textsIn(path(language));
    expect(keysOf(texts)).toEqual(keysOf(english));
    for (const [key, text] of texts) {
      const original = (isPlural(texts, key) ? english.get(`${singular(key)}_other`) : english.get(key)) ?? '';
      expect(text.trim(), key).not.toBe('');
      expect(valuesOf(text), `values of ${key}`).toEqual(valuesOf(original));
      expect(variablesOf(text), `variables of ${key}`).toEqual(variablesOf(original));
      expect(tagsOf(text), `tags of ${key}`).toEqual(tagsOf(original));
    }
  });

  test('tags have no name of an HTML element without content: react-i18next would leave them empty', () => {
    const VOID = [
      'area',
      'base',
      'br',
      'col',
      'embed',
      'hr',
      'img',
      'input',
      'link',
      'meta',
      'param',
      'source',
      'track',
      'wbr',
    ];
    for (const [key, text] of english) {
      expect(
        tagsOf(text).filter((tag) => VOID.includes(tag ?? '')),
        key,
      ).toEqual([]);
    }
  });

  test.each(LANGUAGES)('%s has every plural form of the language', (language) => {
    const forms = new Intl.PluralRules(language.replace('_', '-')).resolvedOptions().pluralCategories;
    const texts = textsIn(path(language));
    const plurals = new Set([...texts.keys()].filter((key) => isPlural(texts, key)).map(singular));
    const missing = [...plurals]
      .flatMap((key) => forms.map((form) => `${key}_${form}`))
      .filter((key) => !texts.has(key));
    expect(missing).toEqual([]);
  });
});

test('short English texts that other languages distinguish have a note for translators, at their key or above it', () => {
  const notes = Object.keys(JSON.parse(readFileSync(join(import.meta.dirname, 'web/locales/context.json'), 'utf8')));
  const english = webTextsIn('en');
  const others = LANGUAGES.slice(1).map(webTextsIn);
  const keysByText = Map.groupBy(english.keys(), (key) => english.get(key) ?? '');
  const ambiguous = [...keysByText].filter(
    ([text, keys]) =>
      text.split(' ').length <= 2 &&
      others.some((texts) => new Set(keys.filter((key) => !PLURAL.test(key)).map((key) => texts.get(key))).size > 1),
  );
  const noted = (key: string) => notes.some((note) => isUnder(key, note));
  expect(ambiguous.flatMap(([, keys]) => keys).filter((key) => !noted(key) && !noted(singular(key)))).toEqual([]);
  const isUsed = (note: string) => [...english.keys()].some((key) => isUnder(singular(key), note));
  expect(notes.filter((note) => !isUsed(note))).toEqual([]);
});

test.each(LANGUAGES)('no two rooms have a key of a section that is read together, in %s', (language) => {
  const files = webRooms.map(({ name, path }) => ({ room: name, texts: treeIn(path(language)) }));
  for (const section of Object.values(SECTIONS)) expect(Object.keys(gather(files, section)).length).toBeGreaterThan(1);
  const rule = { slot_closed: { name: 'Taken' } };
  const twice = ['flows', 'waitlist'].map((room) => ({ room, texts: { rule } }));
  expect(() => gather(twice, 'rule')).toThrow('rule.slot_closed of waitlist is also in the texts of another room');
});

test('refusals, decision rules and notices have their words in the file of the room that names them', async () => {
  const sections = { PROBLEMS: 'refusal', RULES: 'rule', NOTICES: 'notice' };
  const elsewhere: string[] = [];
  for (const file of filesIn('contract/*/codes.ts')) {
    const room = basename(dirname(file));
    const texts = treeIn(`web/locales/en/${room}.json`);
    const parts: Readonly<Record<string, object>> = await import(`./${file}`);
    for (const [name, codes] of Object.entries(parts)) {
      const section = sections[name.split('_').at(-1) as keyof typeof sections]; // NOTE: the test fails on another name
      const worded = Object.keys(texts[section] ?? {}).map(singular);
      const named = Array.isArray(codes) ? codes.map(String) : Object.keys(codes).map((code) => code.replace('.', '_'));
      elsewhere.push(...named.filter((code) => !worded.includes(code)).map((code) => `${room}: ${section}.${code}`));
    }
  }
  expect(elsewhere).toEqual([]);
});

test('each kind of write to an outside system has its words in the file of its room', () => {
  const kinds = filesIn('server/*/commands.ts').flatMap((file) =>
    [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/^ +name: '(\w+)\.(\w+)',$/gm)].map(
      ([, room = '', name]) => ({ room, key: `${room}_${name}` }),
    ),
  );
  expect(kinds.length).toBeGreaterThan(3);
  const wordless = kinds.filter(({ room, key }) => !textsIn(`web/locales/en/${room}.json`).has(`command.${key}`));
  expect(wordless).toEqual([]);
});

/** All texts of the web in a language, by `room:key`; those of sections by the name under which they are read. */
function webTextsIn(language: string): Map<string, string> {
  return new Map(
    webRooms.flatMap(({ name, path }) =>
      [...textsIn(path(language))].map(([key, text]) => [readKey(basename(name), key), text] as const),
    ),
  );
}

function readKey(room: string, key: string): string {
  const gathered = Object.entries(SECTIONS).find(([, section]) => key.startsWith(`${section}.`));
  return gathered ? `${gathered[0]}:${key.slice(gathered[1].length + 1)}` : `${room}:${key}`;
}

/** Whether a note is for a key or for what stands above it. */
const isUnder = (key: string, note: string) =>
  key === note || [`${note}.`, `${note}:`].some((start) => key.startsWith(start));

/** The keys as they are asked for: plural forms count as one. */
function keysOf(texts: Map<string, string>): string[] {
  const keys = [...texts.keys()].map((key) => (isPlural(texts, key) ? singular(key) : key));
  return [...new Set(keys)].toSorted();
}

function textsIn(file: string): Map<string, string> {
  const tree = treeIn(file) as TextTree; // NOTE: our own files; the test is about what is in them
  return new Map(leaves(tree));
}

function treeIn(file: string): Texts {
  return JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
}

function leaves(tree: TextTree, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] satisfies [string, string]] : leaves(value, `${prefix}${key}.`),
  );
}

function filesIn(pattern: string): string[] {
  return globSync(pattern, { cwd: import.meta.dirname }).map((file) => file.replaceAll('\\', '/'));
}
