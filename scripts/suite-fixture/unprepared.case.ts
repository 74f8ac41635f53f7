import { beforeAll, describe, expect, test } from 'vitest';
import { isFirstRun } from './first-run.ts';

describe('a product', () => {
  beforeAll(() => {
    if (isFirstRun('unprepared')) throw new Error('The product did not start');
  });

  test('works', () => expect(1).toBe(1));
});
