import { expect, test } from 'vitest';
import type { FlowOutcome } from '#contract/flows/bulk.ts';
import { FlowId } from '#contract/flows/calls.ts';
import { refusedIn } from './refused-outcomes.ts';

const outcome = (problem: FlowOutcome['problem']): FlowOutcome => ({
  flowId: FlowId.parse('0190c2a1-5b7e-7c11-8d22-1f2e3d4c5b6a'),
  title: 'За час',
  isDone: problem === null,
  problem,
});
const done = outcome(null);
const paused = outcome({ code: 'flow.wrong_status', details: { status: 'pause' } });
const deleted = outcome({ code: 'flow.not_found', details: {} });

test('a flow that was changed, or was in that state already, is not refused', () => {
  expect(refusedIn([done, paused, deleted], { action: 'pause' })).toEqual([deleted]);
});

test('a flow in another state than requested is refused', () => {
  expect(refusedIn([done, paused], { action: 'continue' })).toEqual([paused]);
  expect(refusedIn([paused], { action: 'delete' })).toEqual([paused]);
});
