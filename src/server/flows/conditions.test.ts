import { expect, test } from 'vitest';
import { BranchId } from '#contract/connections.ts';
import type { FlowConditions } from '#contract/flows.ts';
import { MasterId, ServiceId } from '#contract/visits.ts';
import { aDecidedVisit, anId, conditioned, decideOne, moved } from '#server/testing/decisions.ts';

const [SERVICE, MASTER] = [ServiceId.parse(anId(40)), MasterId.parse(anId(41))];

test.each<[string, Partial<FlowConditions>, string]>([
  ['another branch', { branchIds: [BranchId.parse(anId(99))] }, 'branch_differs'],
  ['another service', { serviceIds: [ServiceId.parse(anId(99))] }, 'service_differs'],
  ['another master', { masterIds: [MasterId.parse(anId(99))] }, 'master_differs'],
  ['another status', { statuses: ['confirmed'] }, 'status_differs'],
  ['first visits', { firstVisit: 'only_first' }, 'first_visit_only'],
])('a flow for %s leaves the visit alone and says why', (_what, conditions, rule) => {
  const visit = aDecidedVisit({ serviceIds: [SERVICE], masterId: MASTER });
  expect(decideOne({ visit }, conditioned('visit_reminder', conditions))).toMatchObject({ outcome: 'skipped', rule });
});

test('a flow for returning customers leaves a first visit alone', () => {
  const facts = { visit: aDecidedVisit({ isFirst: true }) };
  expect(decideOne(facts, conditioned('visit_reminder', { firstVisit: 'only_repeated' }))).toMatchObject({
    rule: 'repeated_visit_only',
  });
});

test('one of several services is enough', () => {
  const visit = aDecidedVisit({ serviceIds: [ServiceId.parse(anId(42)), SERVICE], masterId: MASTER });
  const flow = conditioned('visit_reminder', { serviceIds: [SERVICE], masterIds: [MASTER], statuses: ['waiting'] });
  expect(decideOne({ visit }, flow)).toMatchObject({ outcome: 'planned' });
});

test('a visit without a master does not meet a condition on masters', () => {
  expect(decideOne({}, conditioned('visit_reminder', { masterIds: [MASTER] }))).toMatchObject({
    rule: 'master_differs',
  });
});

test.each([
  ['2026-03-02T15:20:00Z', 'shift_too_small'],
  ['2026-03-02T15:40:00Z', 'shift_too_small'],
  ['2026-03-02T15:15:00Z', 'due'],
  ['2026-03-02T15:45:00Z', 'due'],
])('of moves by less than 15 minutes nobody is told (from %s: %s)', (from, rule) => {
  const flow = conditioned('visit_moved', { minShiftMinutes: 15 });
  expect(decideOne({ event: moved(from) }, flow)).toMatchObject({ rule });
});
