import { expect, test } from 'vitest';
import { safeReturnPath } from './page-access.ts';

test('after signing in a person returns to the requested page', () => {
  expect(safeReturnPath('/flows/edit/7?step=text#buttons')).toBe('/flows/edit/7?step=text#buttons');
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '', undefined, 7])(
  'nobody is led elsewhere: %s',
  (returnTo) => {
    expect(safeReturnPath(returnTo)).toBe('/');
  },
);

test('the login page is never returned to', () => {
  expect(safeReturnPath('/Account/Login?returnTo=%2F')).toBe('/');
});
