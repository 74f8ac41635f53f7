import { describe, expect, test } from 'vitest';
import { PROBLEMS } from '#contract/problems.ts';
import { LOCALE_TAGS } from '#web/lib/language.ts';
import { FIELD_REASONS } from '#web/lib/problem-text.ts';
import { texts as problems } from './ru/problems.ts';
import type { TextTree } from './texts.ts';

const files = import.meta.glob<{ texts: TextTree }>('./*/*.ts', { eager: true });
const paths = Object.keys(files);

function load(path: string): Map<string, string> {
  return new Map(leaves(files[path]?.texts ?? {}));
}

function leaves(tree: TextTree, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] satisfies [string, string]] : leaves(value, `${prefix}${key}.`),
  );
}

const PLURAL = /_(one|few|many|other)$/;
const singular = (key: string) => key.replace(PLURAL, '');
const isPlural = (texts: Map<string, string>, key: string) => PLURAL.test(key) && texts.has(`${singular(key)}_other`);
const valuesOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).toSorted();
const marksOf = (text: string) => [...text.matchAll(/<(\w+)>.*?<\/\1>/g)].map(([, name]) => name).toSorted();

/** The keys as they are asked for: plural forms count as one. */
function keysOf(texts: Map<string, string>): string[] {
  const keys = [...texts.keys()].map((key) => (isPlural(texts, key) ? singular(key) : key));
  return [...new Set(keys)].toSorted();
}

test('there are texts to check', () => {
  expect(paths).toContain('./ru/problems.ts');
});

describe.each(['ru', 'en', 'pt_br', 'uk'] as const)('in %s', (language) => {
  const own = paths.filter((path) => path.startsWith(`./${language}/`));
  const forms = new Intl.PluralRules(LOCALE_TAGS[language]).resolvedOptions().pluralCategories;

  test('every room has its texts', () => {
    const rooms = (of: string) =>
      paths.filter((path) => path.startsWith(`./${of}/`)).map((path) => path.split('/').at(-1));
    expect(rooms(language)).toEqual(rooms('ru'));
  });

  test.each(own)('%s says everything the Russian one does', (path) => {
    const russian = load(path.replace(/^\.\/\w+\//, './ru/'));
    const texts = load(path);
    expect(keysOf(texts)).toEqual(keysOf(russian));

    for (const [key, text] of texts) {
      const original = (isPlural(texts, key) ? russian.get(`${singular(key)}_other`) : russian.get(key)) ?? '';
      expect(text.trim(), key).not.toBe('');
      expect(valuesOf(text), `values of ${key}`).toEqual(valuesOf(original));
      expect(marksOf(text), `marked words of ${key}`).toEqual(marksOf(original));
    }
  });

  test.each(own)('%s has every plural form of the language', (path) => {
    const texts = load(path);
    const plurals = new Set([...texts.keys()].filter((key) => isPlural(texts, key)).map(singular));
    const missing = [...plurals]
      .flatMap((key) => forms.map((form) => `${key}_${form}`))
      .filter((key) => !texts.has(key));
    expect(missing).toEqual([]);
  });
});

test('every refusal of the contract and every reason on a field has its words', () => {
  const codes = Object.keys(problems.code).map(singular);
  expect(new Set(codes)).toEqual(new Set(Object.keys(PROBLEMS).map((code) => code.replace('.', '_'))));
  expect(Object.keys(problems.field).toSorted()).toEqual([...FIELD_REASONS, 'invalid'].toSorted());
});

test('the quoted texts of the specification are kept to the letter', () => {
  const auth = load('./en/auth.ts');
  const refusals = load('./en/problems.ts');
  expect(auth.get('ACCOUNT.REGISTER.USER_EXISTS')).toBe('Username with this email is already exists.');
  expect(refusals.get('code.auth_wrong_credentials')).toBe('Invalid email or password');
  expect(auth.get('reset.incomplete')).toBe('Not all fields are filled');
  expect(auth.get('reset.mismatch')).toBe("Passwords don't match");
  expect(auth.get('account.help_failed')).toBe('Error was occured');
  expect(refusals.get('code.file_too_big')).toBe('File is too big');
  expect(refusals.get('code.channel_limit_reached')).toBe('Maximum number of accounts reached');
  expect(load('./ru/ui.ts').get('copied')).toBe('Скопировано {{value}}');
});
