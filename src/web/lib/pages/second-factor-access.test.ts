import { expect, test } from 'vitest';
import type { CurrentUser } from '#contract/auth/calls.ts';
import type { Session } from '#web/lib/api/session.ts';
import { needsSecondFactor, SECOND_FACTOR_PATH } from './page-access.ts';

const session = (isSecondFactorMissing: boolean) =>
  ({ isAuthenticated: true, user: { isSecondFactorMissing } as CurrentUser }) as Session;

test.each([
  ['a page of the cabinet', { access: 'member', path: '/flows' }, true],
  ['the page to log in on', { access: 'anonymous', path: '/account/login' }, true],
  ['a public page', { access: 'public', path: '/terms' }, false],
  ['the page to set it up on', { access: 'member', path: SECOND_FACTOR_PATH }, false],
] as const)('without the second factor that is required, %s', (_, page, isRefused) => {
  expect(needsSecondFactor(page, session(true))).toBe(isRefused);
  expect(needsSecondFactor(page, session(false))).toBe(false);
});
