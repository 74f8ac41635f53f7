import { expect, test } from 'vitest';
import { MessageId, type MessageStatus } from '#contract/delivery/calls.ts';
import { anId, at, NOW, SMS, VISIT_AT } from '#server/testing/rows/decisions.ts';
import type { Verdict } from '#server/flows/deciding/decision.ts';
import { hasPlannedMessage, type LedgerMessage, reconcile as reconcileAbout } from './reconciling-rules.ts';

const aMessage = (change: Partial<LedgerMessage> = {}): LedgerMessage => ({
  id: MessageId.parse(anId(1)),
  occurrence: 1,
  testPhone: null,
  status: 'planned',
  reason: null,
  dueAt: NOW,
  ...change,
});
const step = { step: 1, occurrence: 1, testPhone: null };
const PLANNED: Verdict = {
  ...step,
  outcome: 'planned',
  rule: 'due',
  compared: {},
  at: NOW,
  useBy: VISIT_AT,
  channelId: SMS.id,
  fallbackChannelIds: [],
};
const SKIPPED: Verdict = { ...step, outcome: 'skipped', rule: 'too_late', compared: { now: 'late' } };
const reconcile = (
  verdicts: Verdict[],
  messages: LedgerMessage[],
  about: Partial<Parameters<typeof reconcileAbout>[2]> = {},
) => reconcileAbout(verdicts, messages, { kind: 'visit_reminder', mode: 'test', ...about });
const NOTHING = { plan: [], cancel: [], skip: [] };

test.each<MessageStatus>(['sending', 'accepted', 'sent', 'delivered', 'read', 'unknown', 'failed'])(
  'a message that is %s is neither planned again nor said to be skipped',
  (status) => {
    expect(reconcile([PLANNED], [aMessage({ status })])).toEqual(NOTHING);
    expect(reconcile([SKIPPED], [aMessage({ status })])).toEqual(NOTHING);
  },
);

test.each<MessageStatus>(['planned', 'cancelled', 'skipped'])(
  'a message that is %s and wanted is planned',
  (status) => {
    expect(reconcile([PLANNED], [aMessage({ status })])).toEqual({ ...NOTHING, plan: [PLANNED] });
  },
);

test('a refusal before there was a message is recorded once, and not for a message refused when due', () => {
  expect(reconcile([SKIPPED], [])).toEqual({ ...NOTHING, skip: [SKIPPED] });
  expect(reconcile([SKIPPED], [aMessage({ status: 'skipped' })])).toEqual(NOTHING);
});

test('a planned message that is no longer wanted is cancelled with the reason', () => {
  const message = aMessage();
  expect(reconcile([SKIPPED], [message])).toEqual({
    ...NOTHING,
    cancel: [{ message, rule: 'too_late', compared: { now: 'late' } }],
  });
});

test("a message of the visit's earlier time is replaced by its successor, or cancelled because the visit moved", () => {
  const message = aMessage();
  expect(reconcile([{ ...PLANNED, occurrence: 2 }], [message])).toMatchObject({
    cancel: [],
    plan: [{ occurrence: 2 }],
  });
  expect(reconcile([{ ...SKIPPED, occurrence: 2 }], [message])).toMatchObject({ cancel: [{ rule: 'visit_moved' }] });
});

test('a message about an earlier state of a cart or an order is cancelled once, with the verdict about the present state', () => {
  const message = aMessage();
  const ordered: Verdict = { ...SKIPPED, occurrence: 2, rule: 'cart_ordered', compared: { status: 'ordered' } };
  expect(reconcile([ordered], [message], { kind: 'abandoned_cart' })).toEqual({
    ...NOTHING,
    cancel: [{ message, rule: 'cart_ordered', compared: { status: 'ordered' } }],
  });
});

test("an event reported after a later one does not affect the later one's messages, and its own refusal is recorded", () => {
  const ofLater = aMessage({ occurrence: 2 });
  for (const kind of ['visit_reminder', 'order_status'] as const) {
    expect(reconcile([SKIPPED], [ofLater], { kind })).toEqual({ ...NOTHING, skip: [SKIPPED] });
    expect(reconcile([PLANNED], [ofLater], { kind })).toEqual({ ...NOTHING, plan: [PLANNED] });
  }
});

test('each test number has its own message; one for a removed number is cancelled', () => {
  const messages = [aMessage({ testPhone: '+1' }), aMessage({ testPhone: '+2', status: 'accepted' })];
  const verdicts: Verdict[] = [
    { ...PLANNED, testPhone: '+2' },
    { ...PLANNED, testPhone: '+3' },
  ];
  expect(reconcile(verdicts, messages)).toMatchObject({
    plan: [{ testPhone: '+3' }],
    cancel: [{ message: { testPhone: '+1' }, rule: 'no_test_phone' }],
  });
});

test('the message to a number that no longer gets a live report has the reason: its owner disabled it, or it was removed from the flow', () => {
  const messages = [aMessage({ testPhone: '+1' })];
  const toAnother: Verdict[] = [{ ...PLANNED, testPhone: '+2' }];
  const rulesOf = (about: Parameters<typeof reconcile>[2]) =>
    reconcile(toAnother, messages, about).cancel.map(({ rule }) => rule);
  expect(rulesOf({ kind: 'weekly_report', mode: 'combat' })).toEqual(['report_off']);
  expect(rulesOf({ kind: 'weekly_report', mode: 'test' })).toEqual(['no_test_phone']);
});

test('a refusal for all recipients cancels the message of every number', () => {
  const messages = [aMessage({ testPhone: '+1' }), aMessage({ testPhone: '+2' })];
  expect(reconcile([SKIPPED], messages).cancel.map(({ rule }) => rule)).toEqual(['too_late', 'too_late']);
});

test('a message is planned, or would be if its flow had not been stopped lately', () => {
  const now = NOW.add({ minutes: 15 });
  expect(hasPlannedMessage([aMessage()], now)).toBe(true);
  expect(hasPlannedMessage([aMessage({ status: 'accepted' })], now)).toBe(false);
  const stopped = { status: 'cancelled' as const, reason: 'flow_paused' };
  expect(hasPlannedMessage([aMessage({ ...stopped, dueAt: at('2026-03-01T09:00:01Z') })], now)).toBe(true);
  expect(hasPlannedMessage([aMessage({ ...stopped, dueAt: NOW })], now)).toBe(false);
  expect(hasPlannedMessage([aMessage({ ...stopped, reason: 'visit_finished', dueAt: VISIT_AT })], now)).toBe(false);
});

test.each(['visit_cancelled', 'bought_already'])(
  'what was called off by %s is promised still: that may be undone',
  (reason) => {
    const calledOff = { status: 'cancelled' as const, reason };
    expect(hasPlannedMessage([aMessage({ ...calledOff, dueAt: VISIT_AT })], NOW)).toBe(true);
    expect(hasPlannedMessage([aMessage({ ...calledOff, dueAt: NOW.subtract({ hours: 1 }) })], NOW)).toBe(false);
  },
);

test('a message cancelled by an opt-out may still be restored while its moment lies ahead', () => {
  const silenced = { status: 'cancelled' as const, reason: 'opted_out' };
  expect(hasPlannedMessage([aMessage({ ...silenced, dueAt: VISIT_AT })], NOW)).toBe(true);
  expect(hasPlannedMessage([aMessage({ ...silenced, dueAt: NOW.subtract({ hours: 1 }) })], NOW)).toBe(false);
});
