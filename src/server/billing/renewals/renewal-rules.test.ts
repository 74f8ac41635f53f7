import { expect, test } from 'vitest';
import { type Attempt, graceEnd, gracePeriodOf, isHard, type RenewalFacts, renewalOf } from './renewal-rules.ts';

const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[Europe/Moscow]`).toInstant();
const DUE = at('2026-03-10T15:00');
const FACTS: RenewalFacts = {
  dueAt: DUE,
  isTrial: false,
  createdAt: at('2026-02-10T15:00'),
  canceledAt: null,
  noticedDays: null,
  stoppedAt: null,
  cardId: 'first',
  cardTrouble: null,
  timeZone: 'Europe/Moscow',
};
const attempt = (number: number | null, change: Partial<Attempt> = {}): Attempt => ({
  attempt: number,
  cardId: number === null ? null : 'first',
  status: 'canceled',
  reason: 'insufficient_funds',
  createdAt: DUE,
  ...change,
});
/** `charge 2 @ 11T10:00`, in Moscow. */
function plan(facts: Partial<RenewalFacts>, attempts: readonly Attempt[], now: string): string {
  const { state, step } = renewalOf({ ...FACTS, ...facts }, attempts, at(now));
  if (!step) return `${state}: none`;
  const number = { days: 0, attempt: 0, ...step };
  const wall = step.at.toZonedDateTimeISO('Europe/Moscow').toPlainDateTime().toString({ smallestUnit: 'minute' });
  return `${state}: ${step.kind} ${number.days || number.attempt || ''} @ ${wall.slice(8)}`;
}

test.each<[string, Partial<RenewalFacts>, Attempt[], [now: string, step: string]]>([
  ['a notice comes a week ahead', {}, [], ['2026-02-20T00:00', 'active: notice 7 @ 03T15:00']],
  ['and again a day ahead', { noticedDays: 7 }, [], ['2026-03-04T00:00', 'active: notice 1 @ 09T15:00']],
  ['of two late notices only the nearer is sent', {}, [], ['2026-03-10T00:00', 'active: notice 1 @ 09T15:00']],
  ['it is charged when the period ends', { noticedDays: 1 }, [], ['2026-03-10T00:00', 'active: charge 1 @ 10T15:00']],
  [
    'a trial of three days has one notice',
    { isTrial: true, createdAt: at('2026-03-07T15:00') },
    [],
    ['2026-03-07T16:00', 'trial: notice 1 @ 09T15:00'],
  ],
  ['a charge that was missed is made', { noticedDays: 1 }, [], ['2026-03-12T00:00', 'grace: charge 1 @ 10T15:00']],
  [
    'a charge the bank has not decided on is waited for',
    {},
    [attempt(1, { status: 'pending' })],
    ['2026-03-11T00:00', 'grace: stop  @ 18T00:00'],
  ],
  [
    'a page that a member has open is waited for',
    {},
    [attempt(null, { status: 'pending' })],
    ['2026-03-10T15:01', 'grace: stop  @ 18T00:00'],
  ],
  [
    'a soft refusal is tried again the next morning',
    {},
    [attempt(1)],
    ['2026-03-10T15:01', 'grace: charge 2 @ 11T10:00'],
  ],
  [
    'then on the third day',
    {},
    [attempt(1), attempt(2, { createdAt: at('2026-03-11T10:00') })],
    ['2026-03-11T10:01', 'grace: charge 3 @ 13T10:00'],
  ],
  [
    'after the last retry it stops at the end of grace',
    {},
    [attempt(5, { createdAt: at('2026-03-17T10:00') })],
    ['2026-03-17T10:01', 'grace: stop  @ 18T00:00'],
  ],
  [
    'retries are at another hour than the first charge',
    { dueAt: at('2026-03-10T10:30') },
    [attempt(1, { createdAt: at('2026-03-10T10:30') })],
    ['2026-03-10T11:00', 'grace: charge 2 @ 11T12:00'],
  ],
  [
    'a hard refusal is not tried again',
    { cardTrouble: 'card_expired' },
    [attempt(1, { reason: 'card_expired' })],
    ['2026-03-10T15:01', 'grace: stop  @ 18T00:00'],
  ],
  [
    'a new card is charged at once',
    { cardId: 'second' },
    [attempt(1)],
    ['2026-03-12T00:00', 'grace: charge 2 @ 10T15:00'],
  ],
  [
    'also after it was stopped',
    { cardId: 'second', stoppedAt: at('2026-03-18T00:00') },
    [attempt(1)],
    ['2026-03-20T00:00', 'read_only: charge 2 @ 10T15:00'],
  ],
  [
    'a stopped one is not charged again by itself',
    { stoppedAt: at('2026-03-18T00:00') },
    [attempt(1)],
    ['2026-03-20T00:00', 'read_only: none'],
  ],
  [
    'after a month it is over',
    { cardId: 'second', stoppedAt: DUE },
    [attempt(1)],
    ['2026-04-20T00:00', 'expired: none'],
  ],
  [
    'one that was turned off goes on to its end',
    { canceledAt: DUE.subtract({ hours: 1 }) },
    [],
    ['2026-03-10T14:30', 'active: stop  @ 10T15:00'],
  ],
  [
    'and then ends',
    { canceledAt: DUE.subtract({ hours: 1 }), stoppedAt: DUE },
    [],
    ['2026-03-10T15:01', 'expired: none'],
  ],
  [
    'in grace it ends at once',
    { canceledAt: at('2026-03-12T00:00') },
    [attempt(1)],
    ['2026-03-12T00:01', 'expired: stop  @ 10T15:00'],
  ],
])('%s', (_title, facts, attempts, [now, expected]) => {
  expect(plan(facts, attempts, now)).toBe(expected);
});

test('grace lasts to the end of its seventh day in the payer’s zone, and not for one that was turned off', () => {
  expect(graceEnd(FACTS)).toEqual(at('2026-03-18T00:00'));
  expect(gracePeriodOf(FACTS, DUE.subtract({ seconds: 1 }))).toBeNull();
  expect(gracePeriodOf(FACTS, DUE)).toEqual({ beginsAt: DUE, endsAt: at('2026-03-18T00:00') });
  expect(gracePeriodOf(FACTS, at('2026-03-18T00:00'))).toBeNull();
  expect(gracePeriodOf({ ...FACTS, canceledAt: DUE }, DUE)).toBeNull();
});

test('reasons of the card itself are hard, all others are tried again', () => {
  const hard = ['permission_revoked', 'card_expired', 'payment_method_restricted', 'invalid_card_number'];
  expect([...hard, 'country_forbidden', 'fraud_suspected'].every((reason) => isHard(reason))).toBe(true);
  expect(['insufficient_funds', 'general_decline', 'refused', null].some((reason) => isHard(reason))).toBe(false);
});
