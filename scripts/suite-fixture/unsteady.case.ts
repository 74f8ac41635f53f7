import { expect, test } from 'vitest';
import { isFirstRun } from './first-run.ts';

test('is always in time', () => expect(1).toBe(1));
test('is in time', () => expect(isFirstRun('unsteady') ? 'too late' : 'in time').toBe('in time'));
