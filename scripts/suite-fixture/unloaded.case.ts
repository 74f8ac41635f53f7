import { expect, test } from 'vitest';
import { isFirstRun } from './first-run.ts';

if (isFirstRun('unloaded')) throw new Error('The world was not there');

test('has a world', () => expect(1).toBe(1));
