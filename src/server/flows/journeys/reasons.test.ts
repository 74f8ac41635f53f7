import { describe, expect, test } from 'vitest';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import { together } from '#server/testing/journeys/conductor.ts';
import { LIVED_KINDS, REASONS, RULE_OF_CHECK } from '#server/testing/journeys/reasons.ts';
import { livedWith } from '#server/testing/journeys/skipped-journeys.ts';
import { journeyWorld } from '#server/testing/journeys/world.ts';

/** Everybody who got nothing, at once, in one cabinet: what a program posts is of every kind. */
const journey = await journeyWorld('api');
await journey.untilMorning();
const lived = await together(
  journey,
  REASONS.map((reason) => (alone) => livedWith(alone, reason)),
);

test.each(REASONS.map((reason, nth) => [reason.kind, reason.rule, nth] as const))(
  '%s: %s is told in the log and in the trace, and nothing leaves',
  (_kind, rule, nth) => {
    const one = lived[nth];
    if (one?.status !== 'fulfilled') throw one?.reason;
    const { told, lines, steps } = one.value;
    expect(lines.map((line) => line.rule)).toContain(rule);
    expect(told?.body === '' || told?.status === 'cancelled' || told?.status === 'skipped').toBe(true);
    expect(steps.flatMap((step) => step.rule ?? [])).toContain(rule);
  },
);

describe('every kind of theirs', () => {
  test.each(LIVED_KINDS)('%s has each of its reasons above', (kind) => {
    const rules = REASONS.filter((reason) => reason.kind === kind).map(({ rule }) => rule);
    const { checks, isMarketing } = FLOW_CATALOGUE[kind];
    const wanted = ['opted_out', 'control_group', ...checks.map((check) => RULE_OF_CHECK[check])];
    expect(rules).toEqual(expect.arrayContaining(isMarketing ? [...wanted, 'refuses_mailings'] : wanted));
  });
});
