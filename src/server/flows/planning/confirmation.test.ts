import { expect, test } from 'vitest';
import {
  aDecidedCustomer,
  aDecidedVisit,
  at,
  NIGHT,
  OPEN_POLICY,
  OWNERS,
  reminder,
  SMS,
  TELEGRAM,
  theFacts,
  VISIT_AT,
} from '#server/testing/rows/decisions.ts';
import type { FlowFacts } from '#server/flows/deciding/decision.ts';
import { confirmStep } from '#server/flows/deciding/rules.ts';

const due = at('2026-03-01T15:30:00Z');
const confirm = (facts: Partial<FlowFacts>, flow = reminder(24), step = {}, policy = OPEN_POLICY) =>
  confirmStep(
    theFacts(facts),
    flow,
    { occurrence: 1, testPhone: null, channelId: SMS.id, ...step },
    { now: due, policy },
  );

test('a due message that is still wanted is sent', () => {
  expect(confirm({})).toEqual({ kind: 'send' });
});

test('a due message of a visit that moved meanwhile is not sent', () => {
  const visit = aDecidedVisit({ timeVersion: 2 });
  expect(confirm({ subject: visit })).toMatchObject({ kind: 'skip', refusal: { rule: 'visit_moved' } });
});

test('a message that becomes due in quiet hours waits for the morning', () => {
  const late = { subject: aDecidedVisit({ startsAt: at('2026-03-02T19:00:00Z') }) };
  const flow = reminder(24);
  const step = { occurrence: 1, testPhone: null, channelId: SMS.id };
  const answer = confirmStep(theFacts(late), flow, step, { now: at('2026-03-01T19:10:00Z'), policy: NIGHT });
  expect(answer).toMatchObject({ kind: 'defer', rule: 'quiet_hours', until: at('2026-03-02T05:00:00Z') });
});

test('a due message to a customer who opted out is not sent', () => {
  const customer = aDecidedCustomer({ optOuts: [{ channelId: null, scope: 'all' }] });
  expect(confirm({ customer })).toMatchObject({ kind: 'skip', refusal: { rule: 'opted_out' } });
});

test('a due message whose channel no longer reaches the contact is planned again for another', () => {
  expect(confirm({}, reminder(24), { channelId: TELEGRAM.id })).toEqual({ kind: 'replan' });
});

test('a message planned in the other mode is not sent', () => {
  expect(confirm({ testRecipients: OWNERS }, reminder(24, { mode: 'test' }))).toMatchObject({
    kind: 'skip',
    refusal: { rule: 'flow_stopped' },
  });
  const toOwner = { testPhone: '+79990000001' };
  expect(confirm({}, reminder(24), toOwner)).toMatchObject({ kind: 'skip', refusal: { rule: 'flow_stopped' } });
});

test('a number removed from the test numbers gets nothing more', () => {
  const flow = reminder(24, { mode: 'test' });
  expect(confirm({ testRecipients: [OWNERS[1]!] }, flow, { testPhone: '+79990000001' })).toMatchObject({
    kind: 'skip',
    refusal: { rule: 'no_test_phone' },
  });
});

test('planned messages of a flow in error wait until it is corrected, as long as they are useful', () => {
  expect(confirm({}, reminder(24, { status: 'error' }))).toMatchObject({
    kind: 'defer',
    rule: 'flow_stopped',
    until: VISIT_AT,
  });
});
