import { expect, test } from 'vitest';
import type { Outcome } from '#web/senders/sender.ts';
import { refusedIn } from './refused-outcomes.ts';

const outcome = (problem: Outcome['problem']): Outcome => ({
  id: '0190c2a1-5b7e-7c11-8d22-1f2e3d4c5b6a',
  title: 'За час',
  isDone: problem === null,
  problem,
});
const done = outcome(null);
const deleted = outcome({ code: 'flow.not_found', details: {} });

test.each(['flow.wrong_status', 'distribution.wrong_status'])(
  'a sender that was changed, or was in that state already, is not refused: %s',
  (code) => {
    const paused = outcome({ code, details: { status: 'pause' } });
    expect(refusedIn([done, paused, deleted], { action: 'pause' })).toEqual([deleted]);
    expect(refusedIn([done, paused], { action: 'continue' })).toEqual([paused]);
    expect(refusedIn([paused], { action: 'delete' })).toEqual([paused]);
  },
);
