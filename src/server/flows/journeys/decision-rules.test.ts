import { expect, test } from 'vitest';
import { TRAIT_FIELDS } from '#contract/audiences/values.ts';
import { CONNECTION_KINDS } from '#contract/connections/kinds.ts';
import { DECISION_RULES } from '#contract/delivery/rules.ts';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import { rulesInLedgers } from '#server/testing/server/database.ts';
import { customerWith, DAY, held, longRunning, past } from '#server/testing/rows/decided-visits.ts';
import { aDecidedVisit, decideOne, happened, reminder } from '#server/testing/rows/decisions.ts';
import { refusalsOf, traitsOfKind, wantedRules } from '#server/testing/journeys/refusal-table.ts';
import { CUSTOMER_KINDS } from '#server/testing/journeys/sent-table.ts';

/** Decisions that no journey leads to: holds by the flow's own hours and days, a race, and a second missed visit. */
function rareDecisions() {
  const orderOnWay = happened('order.status_changed', { statusTo: 'OnWay' });
  const missedTwice = customerWith([past(-30 * DAY, 'no_show'), past(-20 * DAY, 'no_show')]);
  return [
    decideOne({}, reminder(24, { timing: { window: { startHour: 9, endHour: 12 } } })),
    decideOne({ subject: held(1) }, longRunning('review_request', 2, { timing: { weekdays: [1] } })),
    decideOne(
      { subject: aDecidedVisit({ kind: 'order', status: 'Delivered' }), event: orderOnWay },
      longRunning('order_status', 0),
    ),
    decideOne({ subject: held(30 * DAY, 'no_show'), ...missedTwice }, longRunning('no_show_retry', 30 * DAY)),
  ];
}

/** Reasons that are never stored without a message, that a message has only while it waits, one that a provider gives, and one that is gone when the message leaves the next channel; tested in `delivery/{quota,limits,status-rules,cascade}.test.ts`. */
const PASSING: readonly DecisionRule[] = [
  'change_differs',
  'event_name_differs',
  'deal_stage_differs',
  'deal_pipeline_differs',
  'quota_exhausted',
  'channel_resting',
  'window_closed',
  'not_delivered',
];

/** A deal that moved on in a race is tested in `flows/deciding/kinds.test.ts`: the next stage replaces the message of the last. */
const OF_DEALS: readonly DecisionRule[] = ['stage_passed'];

// NOTE: reads what all other files have seen, so it runs last, and only where all of them have run.
test.runIf(process.env['WHOLE_RUN'])('every rule that a decision can have has been applied in a test', async () => {
  const applied = new Set([
    ...(await rulesInLedgers()),
    ...rareDecisions().map(({ rule }) => rule),
    ...PASSING,
    ...OF_DEALS,
  ]);
  expect(DECISION_RULES.filter((rule) => !applied.has(rule))).toEqual([]);
});

test('decisions that no journey leads to', () => {
  expect(rareDecisions().map(({ rule }) => rule)).toEqual(['send_window', 'weekday', 'status_passed', 'missed_again']);
});

test.each(CUSTOMER_KINDS)('%s is refused in a journey for each of its reasons', (kind) => {
  const refusals = CONNECTION_KINDS.flatMap((source) => Object.values(refusalsOf(source)).flat());
  const rules = refusals.filter((one) => one.kind === kind).map(({ expected }) => expected);
  expect(rules).toEqual(expect.arrayContaining(wantedRules(kind)));
});

test.each(CUSTOMER_KINDS)('each condition on its subject that %s offers, and one trait, is tested alone', (kind) => {
  const ofKind = CONNECTION_KINDS.flatMap((source) => refusalsOf(source).settings).filter((one) => one.kind === kind);
  const rules = ofKind.flatMap(({ together = [] }) => together);
  const ofSubject = flowKind(kind).conditions.filter((field) => !TRAIT_FIELDS.some((trait) => trait === field));
  expect(new Set(rules).size).toBe(ofSubject.length + 1);
  expect(ofKind.filter(({ together }) => !together).map(({ expected }) => expected)).toEqual(
    expect.arrayContaining(rules),
  );
});

test('every trait of contacts is offered by each kind, and tested alone in one of them', () => {
  for (const kind of CUSTOMER_KINDS)
    expect(flowKind(kind).conditions).toEqual(expect.arrayContaining([...TRAIT_FIELDS]));
  expect(new Set(CUSTOMER_KINDS.flatMap(traitsOfKind))).toEqual(new Set(TRAIT_FIELDS));
});
