import { expect, test } from 'vitest';
import { isSameInstall, judgeConsent, pauseAfter, settleBy } from './marketplace-rules.ts';

const seenAt = Temporal.Instant.from('2026-03-02T08:00:00Z');

test.each([
  ['pending', {}, 'given'],
  ['active', { consentSeenAt: seenAt }, 'given'],
  ['active', { isKnown: true }, 'given'],
  ['active', {}, 'installed_before'],
  ['frozen', { consentSeenAt: seenAt, isKnown: true }, 'frozen'],
  ['none', { consentSeenAt: seenAt, isKnown: true }, 'no_consent'],
  ['unknown', { isKnown: true }, 'no_consent'],
] as const)('a branch that is %s, with %j, is %s', (status, remembered, expected) => {
  const judged = judgeConsent(status, { consentSeenAt: null, isKnown: false, ...remembered });
  expect(judged.isGiven ? 'given' : judged.reason).toBe(expected);
});

test.each([
  ['uninstall', 'none', 'remove'],
  ['uninstall', 'pending', 'remove'],
  ['uninstall', null, 'remove'],
  ['uninstall', 'active', 'nothing'],
  ['freeze', 'active', 'freeze'],
  ['freeze', null, 'freeze'],
  ['freeze', 'none', 'remove'],
  [null, 'none', 'remove'],
  [null, 'frozen', 'freeze'],
  [null, 'active', 'thaw'],
  [null, null, 'nothing'],
  [null, 'unknown', 'nothing'],
] as const)('told of %s, with the vendor saying %s: %s', (reported, status, expected) => {
  expect(settleBy(reported, status)).toBe(expected);
});

test('attempts follow after 5, 10, 20, 40 and then every 60 seconds, or when the vendor requests', () => {
  expect([1, 2, 3, 4, 5, 6, 30].map((attempts) => pauseAfter(attempts, null))).toEqual([
    5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000,
  ]);
  expect(pauseAfter(1, 90_000)).toBe(90_000);
});

test('a link matches an install whose branches wait or are active, not one that was refused', () => {
  const branches = [
    { externalId: '1', state: 'active' },
    { externalId: '2', state: 'refused' },
    { externalId: '3', state: 'waiting' },
  ] as const;
  const install = { applicationId: '7001', branches };
  const request = (branchExternalIds: string[], applicationId = '7001') =>
    isSameInstall(install, { applicationId, branchExternalIds });
  expect([request(['1', '3']), request(['1']), request(['1', '2']), request(['4']), request(['1'], '7002')]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
