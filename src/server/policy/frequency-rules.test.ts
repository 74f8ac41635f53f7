import { expect, test } from 'vitest';
import { checkFrequencyCap, type FrequencyContext } from './frequency-rules.ts';

/** Noon of a day of March. */
const day = (n: number) => Temporal.Instant.from('2026-03-01T09:00:00Z').add({ hours: 24 * (n - 1) });
const ONE_IN_THREE = { marketingLimit: 1, marketingDays: 3 };
const snapshot = (change: Partial<FrequencyContext> = {}): FrequencyContext => ({
  marketingAt: [],
  ahead: [],
  otherAt: [],
  ...change,
});
const waiting = (n: number, title = `flow of the ${n}th`) => ({ at: day(n), title });

test('the first message to a contact is allowed', () => {
  expect(checkFrequencyCap(ONE_IN_THREE, snapshot(), day(5))).toBeNull();
});

test('a message sent within the days holds the next back until they are over', () => {
  expect(checkFrequencyCap(ONE_IN_THREE, snapshot({ marketingAt: [day(4)] }), day(5))).toMatchObject({
    rule: 'marketing_budget',
    freeAt: day(7),
    compared: { sent: 1, limit: 1, days: 3 },
  });
  expect(checkFrequencyCap(ONE_IN_THREE, snapshot({ marketingAt: [day(4)] }), day(7))).toBeNull();
});

test('a more important waiting message holds back one that would leave before it', () => {
  expect(checkFrequencyCap(ONE_IN_THREE, snapshot({ ahead: [waiting(6)] }), day(5))).toMatchObject({
    rule: 'gave_way',
    freeAt: day(9),
    compared: { sender: 'flow of the 6th', otherAt: String(day(6)), sent: 0 },
  });
});

test('a more important waiting message holds back one that would leave after it, as long as the days last', () => {
  expect(checkFrequencyCap(ONE_IN_THREE, snapshot({ ahead: [waiting(4)] }), day(5))).toMatchObject({
    rule: 'gave_way',
  });
  expect(checkFrequencyCap(ONE_IN_THREE, snapshot({ ahead: [waiting(4)] }), day(7))).toBeNull();
  expect(checkFrequencyCap(ONE_IN_THREE, snapshot({ ahead: [waiting(8)] }), day(5))).toBeNull();
});

test('no message gives way to one that itself gives way', () => {
  // The message of the 9th is the most important and holds back that of the 7th, which therefore holds back none.
  expect(checkFrequencyCap(ONE_IN_THREE, snapshot({ ahead: [waiting(9), waiting(7)] }), day(5))).toBeNull();
  expect(checkFrequencyCap(ONE_IN_THREE, snapshot({ ahead: [waiting(7)] }), day(5))).toMatchObject({
    rule: 'gave_way',
  });
});

test('no span of the days holds more than the limit, wherever it begins', () => {
  const two = { marketingLimit: 2, marketingDays: 3 };
  expect(checkFrequencyCap(two, snapshot({ ahead: [waiting(4), waiting(6)] }), day(5))).toMatchObject({
    rule: 'gave_way',
  });
  expect(checkFrequencyCap(two, snapshot({ ahead: [waiting(3), waiting(6)] }), day(5))).toBeNull();
  expect(checkFrequencyCap(two, snapshot({ marketingAt: [day(3)], ahead: [waiting(6)] }), day(5))).toBeNull();
  expect(checkFrequencyCap(two, snapshot({ marketingAt: [day(4)], ahead: [waiting(6)] }), day(5))).toMatchObject({
    rule: 'gave_way',
    compared: { sent: 1 },
  });
});

test('a message waits past several others where each of them fills the days', () => {
  expect(
    checkFrequencyCap(ONE_IN_THREE, snapshot({ marketingAt: [day(4)], ahead: [waiting(8)] }), day(5)),
  ).toMatchObject({
    rule: 'marketing_budget',
    freeAt: day(11),
  });
});

test('a limit of zero allows no message, ever', () => {
  expect(checkFrequencyCap({ marketingLimit: 0, marketingDays: 3 }, snapshot(), day(5))).toMatchObject({
    rule: 'marketing_budget',
    freeAt: null,
  });
});

test('messages other than marketing are exempt, and counted', () => {
  const otherAt = [day(2), day(3), day(4), day(6)];
  expect(checkFrequencyCap(ONE_IN_THREE, snapshot({ otherAt }), day(5))).toBeNull();
  expect(checkFrequencyCap(ONE_IN_THREE, snapshot({ otherAt, marketingAt: [day(4)] }), day(5))).toMatchObject({
    compared: { transactional: 2 },
  });
});
