import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DECISION_RULES } from '#contract/decision-rules.ts';
import type { DecisionRule } from '#contract/delivery.ts';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import { CONNECTION_KINDS } from '#contract/connection-kinds.ts';

import { REPORT_RULES } from '#server/testing/journeys/report-journeys.ts';
import { reasonsOf } from '#server/testing/journeys/reasons.ts';
import { CUSTOMER_KINDS } from '#server/testing/journeys/scenarios.ts';

/** Rules that no journey of reasons covers, by the test that does: rules that hold a message, and refusals of the provider. */
const SHOWN_BY_TEST: Partial<Record<DecisionRule, string>> = {
  due: 'flows/planning/planning.test.ts',
  quiet_hours: 'flows/deciding/rules.test.ts',
  send_window: 'flows/deciding/timing.test.ts',
  weekday: 'flows/deciding/timing.test.ts',
  quota_exhausted: 'delivery/quota.test.ts',
  channel_unavailable: 'delivery/limits.test.ts',
  channel_resting: 'delivery/limits.test.ts',
  visit_checking: 'flows/planning/outage.test.ts',
  daily_limit: 'flows/planning/later.test.ts',
  status_passed: 'flows/deciding/kinds.test.ts',
  missed_again: 'flows/deciding/returns.test.ts',
  subject_gone: 'flows/planning/birthdays.test.ts',
  window_closed: 'delivery/status-rules.test.ts',
  template_not_approved: 'texts/templates.test.ts',
  template_lacks_media: 'texts/template-media.test.ts',
  recipient_invalid: 'delivery/refusals.test.ts',
  content_rejected: 'delivery/limits.test.ts',
  provider_refused: 'delivery/refusals.test.ts',
  channel_removed: 'delivery/limits.test.ts',
};

const journeys = CONNECTION_KINDS.flatMap((source) =>
  Object.values(reasonsOf(source)).flatMap((reasons) => reasons.map(({ kind, rule }) => ({ source, kind, rule }))),
);

describe('every rule a decision can have', () => {
  test.each(DECISION_RULES)('%s is shown by a journey, or else by a test', (rule) => {
    const isLived = REPORT_RULES.includes(rule) || journeys.some((one) => one.rule === rule);
    const file = SHOWN_BY_TEST[rule];
    expect([isLived, file !== undefined]).toEqual(isLived ? [true, false] : [false, true]);
    if (file)
      expect(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')).toMatch(new RegExp(`\\b${rule}'`));
  });
});

test.each(CUSTOMER_KINDS)('each condition that %s offers is tested alone in one of its sources', (kind) => {
  const ofKind = new Set(journeys.filter((one) => one.kind === kind).map(({ rule }) => rule));
  const rules = CONNECTION_KINDS.flatMap((source) => reasonsOf(source).settings)
    .filter((reason) => reason.kind === kind)
    .flatMap(({ together = [] }) => together);
  expect(new Set(rules).size).toBe(FLOW_CATALOGUE[kind].conditions.length);
  expect([...ofKind]).toEqual(expect.arrayContaining(rules));
});
