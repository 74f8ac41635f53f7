import { expect, test } from 'vitest';
import { stateOfToken } from './token-rules.ts';

const now = Temporal.Instant.from('2026-03-02T08:00:00Z');
const token = {
  refreshedAt: now.subtract({ hours: 1 }),
  expiresAt: now.add({ hours: 23 }),
  lostAnswers: 0,
  isRefused: false,
};
const hoursLeft = (hours: number) => ({
  ...token,
  refreshedAt: now.subtract({ hours: 24 - hours }),
  expiresAt: now.add({ hours }),
});

test('a token is renewed while it still works', () => {
  expect(stateOfToken(hoursLeft(23), { now })).toEqual({ kind: 'valid', isDue: false });
  expect(stateOfToken(hoursLeft(4), { now })).toEqual({ kind: 'valid', isDue: true });
});

test('a token that is over, or was rejected, is renewed before the next call', () => {
  expect(stateOfToken(hoursLeft(0), { now })).toEqual({ kind: 'expired' });
  expect(stateOfToken(hoursLeft(23), { now, isRejected: true })).toEqual({ kind: 'expired' });
});

test('a lost answer leaves the token in use until its end, and its renewal is tried once more', () => {
  expect(stateOfToken({ ...hoursLeft(4), lostAnswers: 1 }, { now })).toEqual({ kind: 'valid', isDue: true });
  expect(stateOfToken({ ...hoursLeft(4), lostAnswers: 2 }, { now })).toEqual({ kind: 'valid', isDue: false });
  expect(stateOfToken({ ...hoursLeft(0), lostAnswers: 2 }, { now })).toEqual({ kind: 'ended', reason: 'lost' });
});

test('a refused renewal ends it at its end', () => {
  expect(stateOfToken({ ...hoursLeft(0), isRefused: true }, { now })).toEqual({ kind: 'ended', reason: 'refused' });
});
