import { expect, test } from 'vitest';
import {
  countSuite,
  describeCounts,
  failedFiles,
  type FileReport,
  sumCounts,
  type SuiteReport,
} from './suite-report.ts';

const file = (path: string, passed: number, ...failed: string[]): FileReport => ({
  path,
  passed,
  failures: failed.map((name) => ({ name, message: `Error: ${name || 'not loaded'}` })),
});

const report = (...files: FileReport[]): SuiteReport => ({ files, failures: [] });

const again = (path: string, second: SuiteReport) => new Map([[path, second]]);

test('files that passed count by their only run', () => {
  const first = report(file('a.test.ts', 2), file('b.test.ts', 3));
  expect(failedFiles(first)).toEqual([]);
  expect(countSuite(first, new Map())).toEqual({ passed: 5, failures: [], unsteady: [] });
});

test('a file that passes in its second run counts as passed and is named with both outcomes', () => {
  const first = report(file('a.test.ts', 2), file('b.test.ts', 1, 'x', 'y'));
  expect(countSuite(first, again('b.test.ts', report(file('b.test.ts', 3))))).toEqual({
    passed: 5,
    failures: [],
    unsteady: [
      'b.test.ts: x\n      Error: x\n      Second run: 3 passed, 0 failed',
      'b.test.ts: y\n      Error: y\n      Second run: 3 passed, 0 failed',
    ],
  });
});

test('a file that fails twice counts by its second run, whichever tests failed first', () => {
  const first = report(file('a.test.ts', 1, 'x', 'y'));
  expect(countSuite(first, again('a.test.ts', report(file('a.test.ts', 2, 'z'))))).toEqual({
    passed: 2,
    failures: ['a.test.ts: z\n      Error: z'],
    unsteady: [],
  });
});

test('a file that was not loaded is run again, and its tests count once it is', () => {
  const first = report(file('a.test.ts', 0, ''));
  expect(failedFiles(first)).toHaveLength(1);
  expect(countSuite(first, again('a.test.ts', report(file('a.test.ts', 4))))).toMatchObject({
    passed: 4,
    failures: [],
    unsteady: ['a.test.ts\n      Error: not loaded\n      Second run: 4 passed, 0 failed'],
  });
});

test('a file that has not been run again counts as failed', () => {
  const first = report(file('a.test.ts', 1, 'x'));
  expect(countSuite(first, new Map())).toEqual({
    passed: 1,
    failures: ['a.test.ts: x\n      Error: x'],
    unsteady: [],
  });
});

test('a file fails when its second run breaks off, leaves an error behind or does not run it', () => {
  const first = report(file('a.test.ts', 1, 'x'));
  const broken = { name: 'ended with code 1 and without a report', message: '' };
  const seconds: SuiteReport[] = [
    { files: [], failures: [broken] },
    { files: [file('a.test.ts', 2)], failures: [broken] },
    report(),
    report(file('a.test.tsx', 2)),
  ];
  const counts = seconds.map((second) => countSuite(first, again('a.test.ts', second)));
  expect(counts.map(({ passed }) => passed)).toEqual([0, 2, 0, 0]);
  expect(counts.map(({ failures }) => failures)).toEqual([
    ['a.test.ts: ended with code 1 and without a report'],
    ['a.test.ts: ended with code 1 and without a report'],
    ['a.test.ts\n      The second run did not run this file.'],
    ['a.test.ts\n      The second run did not run this file.'],
  ]);
  expect(counts.flatMap(({ unsteady }) => unsteady)).toEqual([]);
});

test('a run that broke off stays failed when its files pass again', () => {
  const first = { files: [file('a.test.ts', 1, 'x')], failures: [{ name: 'tests: ended with code 137', message: '' }] };
  expect(countSuite(first, again('a.test.ts', report(file('a.test.ts', 2))))).toMatchObject({
    passed: 2,
    failures: ['tests: ended with code 137'],
  });
});

test('the last line of the output is the sum alone', () => {
  const counts = sumCounts([
    { passed: 2, failures: ['types'], unsteady: [] },
    { passed: 3, failures: [], unsteady: ['a.test.ts: x'] },
  ]);
  expect(describeCounts(counts).split('\n').at(-1)).toBe('5 passed, 1 failed');
  expect(describeCounts({ passed: 1, failures: [], unsteady: [] })).toBe('\n1 passed, 0 failed');
});
