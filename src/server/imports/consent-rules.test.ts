import { expect, test } from 'vitest';
import { type ConsentStatement, consentState, sortConsents } from './consent-rules.ts';

const at = (day: number) => Temporal.Instant.from(`2026-03-0${day}T09:00:00Z`);
const member = (isGiven: boolean, day: number): ConsentStatement => ({ from: 'member', isGiven, at: at(day) });
const list = (day: number): ConsentStatement => ({ from: 'list', isGiven: true, at: at(day) });
const optOut = (day: number): ConsentStatement => ({ from: 'opt_out', isGiven: false, at: at(day) });
const held = (...statements: ConsentStatement[]) => sortConsents(statements)[0];

test.each<[string, string, ConsentStatement[]]>([
  ['nothing is known', 'not_recorded', []],
  ['an opt-out alone', 'not_given', [optOut(1)]],
  ['an opt-out after a consent', 'not_given', [member(true, 1), optOut(2)]],
  ['an opt-out after a list', 'not_given', [list(1), optOut(2)]],
  ['a list after an opt-out, which knows nothing of it', 'not_given', [optOut(1), list(2)]],
  ['a consent that a member recorded after the opt-out', 'given', [optOut(1), member(true, 2), list(3)]],
  ['an opt-out at the moment of a consent', 'not_given', [member(true, 1), optOut(1)]],
  ['a list after a withdrawal whose opt-out was lifted', 'given', [member(false, 1), list(2)]],
])('%s: the consent is %s', (_what, state, statements) => {
  expect(consentState(held(...statements))).toBe(state);
  expect(consentState(held(...statements.toReversed()))).toBe(state);
});

test('an opt-out of somebody who had withdrawn their consent is not named a second time', () => {
  expect(sortConsents([optOut(3), member(false, 2)])).toEqual([member(false, 2)]);
  expect(sortConsents([optOut(3), optOut(4), member(true, 1), list(5)])).toEqual([optOut(3), member(true, 1), list(5)]);
});
