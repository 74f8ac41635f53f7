import { expect, test } from 'vitest';
import { PROBLEMS } from '#contract/problems.ts';
import { FIELD_REASONS } from '#web/lib/problem-text.ts';
import { texts as problems } from './ru/problems.ts';
import type { TextTree } from './texts.ts';

/** That every language has every key, form and value is for `scripts/check-locales.ts`; here is what it cannot know. */
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

const singular = (key: string) => key.replace(/_(one|few|many|other)$/, '');
const marksOf = (text: string) => [...text.matchAll(/<(\w+)>.*?<\/\1>/g)].map(([, name]) => name).toSorted();

test.each(paths)('the marked words of %s are those of the Russian text', (path) => {
  const russian = load(path.replace(/^\.\/\w+\//, './ru/'));
  for (const [key, text] of load(path)) {
    const original = russian.get(key) ?? russian.get(`${singular(key)}_other`) ?? '';
    expect(marksOf(text), key).toEqual(marksOf(original));
  }
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
