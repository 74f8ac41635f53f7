import { gatheredTexts } from 'virtual:gathered-texts/en';
import { expect, test } from 'vitest';
import { FIELD_REASONS } from '#contract/field-reasons-values.ts';
import { PROBLEMS } from '#contract/problems.ts';
import auth from './en/auth.json';
import problems from './en/problems.json';
import ui from './ru/ui.json';

const refusals: unknown = await gatheredTexts['../../../locales/en/refusals.json']?.();

test('every refusal of the contract and every reason on a field has its words', () => {
  const codes = Object.keys(Object(refusals)).map((code) => code.replace(/_(one|few|many|other)$/, ''));
  expect(new Set(codes)).toEqual(new Set(Object.keys(PROBLEMS).map((code) => code.replace('.', '_'))));
  expect(Object.keys(problems.field).toSorted()).toEqual([...FIELD_REASONS].toSorted());
});

test('the quoted texts of the specification are kept to the letter', () => {
  expect(auth.ACCOUNT.REGISTER.USER_EXISTS).toBe('Username with this email is already exists.');
  expect(auth.reset.incomplete).toBe('Not all fields are filled');
  expect(auth.reset.mismatch).toBe("Passwords don't match");
  expect(auth.account.help_failed).toBe('Error was occured');
  expect(refusals).toMatchObject({
    auth_wrong_credentials: 'Invalid email or password',
    file_too_big: 'File is too big',
    channel_limit_reached: 'Maximum number of accounts reached',
  });
  expect(ui.copied).toBe('Скопировано {{value}}');
});
