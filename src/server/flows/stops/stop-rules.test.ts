import { expect, test } from 'vitest';
import type { FlowCondition, FlowConditions } from '#contract/audiences/calls.ts';
import { type SourceBranch, stopsWithout } from './stop-rules.ts';

const branch = (...values: string[]) => ({ field: 'branch' as const, isNot: false, values });
const fromYclients: FlowCondition = { field: 'source', isNot: false, values: ['yclients'] };
const NEW: FlowCondition = { field: 'visit_number', value: 'first' };
type Match = FlowConditions['match'];
const group = (match: Match, ...conditions: FlowCondition[]) => ({ match, conditions });
const of = (match: Match, ...groups: FlowConditions['groups']): FlowConditions => ({ match, groups });

const ACTIVE = [
  { id: 'roses', connectionId: 'one', kind: 'yclients' },
  { id: 'aurora', connectionId: 'two', kind: 'altegio' },
] as const;
const inConnection =
  (id: string) =>
  ({ connectionId }: SourceBranch) =>
    connectionId === id;

test.each<[string, boolean, FlowConditions]>([
  ['is about anybody', false, of('all')],
  ['is for the branch that goes', true, of('all', group('all', branch('roses'), NEW))],
  ['is for the branch that stays', false, of('all', group('all', branch('aurora')))],
  ['is for both', false, of('all', group('all', branch('roses', 'aurora')))],
  ['is for all but the branch that stays', true, of('all', group('all', { ...branch('aurora'), isNot: true }))],
  ['is for what comes from the system that goes', true, of('all', group('all', fromYclients))],
  ['names the branch among alternatives', false, of('all', group('any', branch('roses'), NEW))],
  [
    'names a branch in each alternative',
    true,
    of('any', group('all', branch('roses'), NEW), group('all', branch('roses'))),
  ],
  ['has an alternative that stays', false, of('any', group('all', branch('roses')), group('all', branch('aurora')))],
  ['has an alternative for all', false, of('any', group('all', branch('roses')), group('all', NEW))],
])('without its connection, a flow that %s: stops %s', (_what, stops, conditions) => {
  const sources = ['yclients', 'altegio'] as const;
  expect(stopsWithout({ sources, conditions }, inConnection('one'), ACTIVE)).toBe(stops);
});

test('a connection that cannot feed a flow neither stops it nor keeps it going', () => {
  const conditions = of('all');
  expect(stopsWithout({ sources: ['yclients'], conditions }, inConnection('one'), ACTIVE)).toBe(true);
  expect(stopsWithout({ sources: ['yclients'], conditions }, inConnection('two'), ACTIVE)).toBe(false);
  expect(stopsWithout({ sources: ['iiko'], conditions }, inConnection('one'), ACTIVE)).toBe(false);
});
