import { expect, test } from 'vitest';
import { judgeRefresh, normaliseEmail, tokenRoleOf } from './rules.ts';

const NOW = Temporal.Instant.from('2026-03-02T08:00:00Z');

test.each([
  ['the present token is exchanged', { usedAt: null }, undefined, 'exchange'],
  ['one exchanged this moment is answered again', { usedAt: NOW }, { usedAt: null }, 'repeat'],
  [
    'one exchanged 10 seconds ago is answered again',
    { usedAt: NOW.subtract({ seconds: 10 }) },
    { usedAt: null },
    'repeat',
  ],
  [
    'one exchanged longer ago was copied',
    { usedAt: NOW.subtract({ milliseconds: 10_001 }) },
    { usedAt: null },
    'reuse',
  ],
  ['one exchanged this moment, like its successor, was copied', { usedAt: NOW }, { usedAt: NOW }, 'reuse'],
  ['one that is forgotten was copied', undefined, undefined, 'reuse'],
])('%s', (_, token, successor, verdict) => {
  expect(judgeRefresh(token, successor, NOW)).toBe(verdict);
});

test('e-mails are one in whatever case they are typed', () => {
  expect(normaliseEmail(' Anna@Salon.Example ')).toBe('anna@salon.example');
});

test('whoever is none of the operator’s people is a user', () => {
  expect([tokenRoleOf(null), tokenRoleOf('admin'), tokenRoleOf('super_admin')]).toEqual([
    'user',
    'admin',
    'super_admin',
  ]);
});
