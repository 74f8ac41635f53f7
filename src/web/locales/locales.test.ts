import { expect, test } from 'vitest';
import { PROBLEMS } from '#contract/problems.ts';
import { LOCALE_TAGS } from '#web/lib/language.ts';
import { FIELD_REASONS } from '#web/lib/problem-text.ts';
import { texts as problems } from './ru/problems.ts';
import type { TextTree } from './texts.ts';

const LANGUAGES = ['ru', 'en', 'pt_br', 'uk'] as const;
const files = import.meta.glob<{ texts: TextTree }>('./*/*.ts', { eager: true });
const rooms = roomsOf('ru');

function roomsOf(language: string): string[] {
  const prefix = `./${language}/`;
  return Object.keys(files)
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length, -'.ts'.length))
    .toSorted();
}

function load(language: string, room: string): Map<string, string> {
  return new Map(leaves(files[`./${language}/${room}.ts`]?.texts ?? {}));
}

function leaves(tree: TextTree, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : leaves(value, `${prefix}${key}.`),
  );
}

const PLURAL = /_(one|few|many|other)$/;
const singular = (key: string) => key.replace(PLURAL, '');
const isPlural = (texts: Map<string, string>, key: string) => PLURAL.test(key) && texts.has(`${singular(key)}_other`);
const valuesOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).toSorted();
const marksOf = (text: string) => [...text.matchAll(/<(\w+)>/g)].map(([, name]) => name).toSorted();

test('there are texts to check', () => {
  expect(rooms).toContain('problems');
});

test.each(LANGUAGES)('%s has a file for every room and no other', (language) => {
  expect(roomsOf(language)).toEqual(rooms);
});

for (const language of LANGUAGES) {
  test.each(rooms)(`${language}/%s is complete`, (room) => {
    const russian = load('ru', room);
    const texts = load(language, room);
    const forms = new Intl.PluralRules(LOCALE_TAGS[language]).resolvedOptions().pluralCategories;

    const keysOf = (tree: Map<string, string>) =>
      [...new Set([...tree.keys()].map((key) => (isPlural(tree, key) ? singular(key) : key)))].toSorted();
    expect(keysOf(texts)).toEqual(keysOf(russian));

    for (const [key, text] of texts) {
      expect(text.trim(), key).not.toBe('');
      const original = isPlural(texts, key) ? russian.get(`${singular(key)}_other`) : russian.get(key);
      expect(valuesOf(text), `values of ${key}`).toEqual(valuesOf(original ?? ''));
      expect(marksOf(text), `marks of ${key}`).toEqual(marksOf(original ?? ''));
    }
    for (const key of [...texts.keys()].filter((one) => isPlural(texts, one)).map(singular)) {
      const missing = forms.filter((form) => !texts.has(`${key}_${form}`));
      expect(missing, `plural forms of ${key}`).toEqual([]);
    }
  });
}

test('every refusal of the contract and every reason on a field has its words', () => {
  const codes = Object.keys(problems.code).map(singular);
  expect(new Set(codes)).toEqual(new Set(Object.keys(PROBLEMS).map((code) => code.replace('.', '_'))));
  expect(Object.keys(problems.field).toSorted()).toEqual([...FIELD_REASONS, 'invalid'].toSorted());
});

test('the quoted texts of the specification are kept to the letter', () => {
  const auth = load('en', 'auth');
  const refusals = load('en', 'problems');
  expect(auth.get('ACCOUNT.REGISTER.USER_EXISTS')).toBe('Username with this email is already exists.');
  expect(refusals.get('code.auth_wrong_credentials')).toBe('Invalid email or password');
  expect(auth.get('reset.incomplete')).toBe('Not all fields are filled');
  expect(auth.get('reset.mismatch')).toBe("Passwords don't match");
  expect(auth.get('account.help_failed')).toBe('Error was occured');
  expect(refusals.get('code.file_too_big')).toBe('File is too big');
  expect(refusals.get('code.channel_limit_reached')).toBe('Maximum number of accounts reached');
  expect(load('ru', 'ui').get('copied')).toBe('Скопировано {{value}}');
});
