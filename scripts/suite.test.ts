import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 300_000 }); // NOTE: each starts Vitest several times

test('a run passes when every file that failed passes once more by itself, and names them', async () => {
  const { output, exitCode } = await runFixture(['steady', 'unsteady', 'unprepared', 'unloaded', 'stray']);
  expect(output.slice(output.indexOf('\nUnsteady')).replaceAll(/\n +at .*/g, '')).toBe(`
Unsteady: failed, and passed when the file was run once more by itself
  ~ scripts/suite-fixture/stray.case.ts: error outside of tests
      Error: Nobody waited for this
      Second run: 1 passed, 0 failed
  ~ scripts/suite-fixture/unloaded.case.ts
      Error: The world was not there
      Second run: 1 passed, 0 failed
  ~ scripts/suite-fixture/unprepared.case.ts: a product
      Error: The product did not start
      Second run: 1 passed, 0 failed
  ~ scripts/suite-fixture/unsteady.case.ts: is in time
      AssertionError: expected 'too late' to be 'in time' // Object.is equality
      Second run: 2 passed, 0 failed

7 passed, 0 failed
`);
  expect(exitCode).toBe(0);
});

test('a run fails when a file fails twice, and counts what passed in its second run', async () => {
  const { output, exitCode } = await runFixture(['broken', 'unsteady', 'steady']);
  expect(lastLine(output)).toBe('5 passed, 1 failed');
  expect(exitCode).toBe(1);
});

test('files that passed are not run again', async () => {
  const { output } = await runFixture(['steady', 'unsteady']);
  expect(output.match(/^Once more by itself: .*$/gm)).toEqual([
    'Once more by itself: scripts/suite-fixture/unsteady.case.ts',
  ]);
});

test('a run fails when the runner itself is ended', async () => {
  const { output, exitCode } = await runFixture(['steady', 'crash']);
  expect(lastLine(output)).toBe('0 passed, 1 failed');
  expect(output).not.toContain('Once more');
  expect(exitCode).toBe(1);
});

/** Runs files of the small suite in a process of its own, as `npm test` does. */
async function runFixture(files: string[]): Promise<{ output: string; exitCode: unknown }> {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-test-'));
  const child = spawn(process.execPath, [join(import.meta.dirname, 'suite-fixture/run.ts')], {
    env: { PATH: process.env.PATH, FIXTURE_FILES: files.join(','), FIXTURE_FOLDER: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [output, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  rmSync(folder, { recursive: true });
  return { output: stripVTControlCharacters(output), exitCode };
}

function lastLine(output: string): string | undefined {
  return output.trimEnd().split('\n').at(-1);
}
