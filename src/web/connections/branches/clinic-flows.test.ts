import { expect, test } from 'vitest';
import type { Flow } from '#contract/flows/calls.ts';
import { flowsOfBranch } from './clinic-flows.ts';

const BRANCH = { id: '0190a000-0000-7000-8000-000000000001' as never };
const OTHER = '0190a000-0000-7000-8000-000000000002';

type Groups = Flow['settings']['conditions']['groups'];
const aFlow = (kind: Flow['kind'], groups: Groups = [], match: 'all' | 'any' = 'all') =>
  ({ kind, settings: { conditions: { match, groups } } }) as Pick<Flow, 'kind' | 'settings'>;
const on = (id: string, isNot = false): Groups[number] => ({
  match: 'all',
  conditions: [{ field: 'branch', isNot, values: [id] }],
});

test('a flow about visits writes about a branch unless its conditions leave the branch out', () => {
  const own = [
    aFlow('visit_reminder'),
    aFlow('visit_reminder', [on(BRANCH.id)]),
    aFlow('visit_reminder', [on(OTHER, true)]),
    aFlow('visit_reminder', [on(OTHER), on(BRANCH.id)], 'any'),
  ];
  const others = [
    aFlow('order_status'),
    aFlow('visit_reminder', [on(OTHER)]),
    aFlow('visit_reminder', [on(BRANCH.id, true)]),
  ];
  expect(flowsOfBranch([...own, ...others], BRANCH)).toEqual(own);
});
