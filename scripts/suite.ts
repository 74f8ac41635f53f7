import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LEASH, leashEnv } from './processes.ts';

export type Counts = { passed: number; failed: number };

const root = dirname(import.meta.dirname);
const running = new Set<ChildProcess>();

/** Variables of the caller's shell that would change the tests. */
const NOT_FOR_TESTS = ['DATABASE_URL', 'PORT', 'HOST', 'PUBLIC_URL', 'WORLD_PORT', 'WORLD_SMTP_PORT', 'NODE_ENV'];

/** Beyond it a suite hangs: it is ended and counts as failed. The longest takes 16 minutes on two cores that do nothing else. */
const TIME_LIMIT_MS = 40 * 60_000;

/**
 * Runs test files by Vitest, which prints its progress, and counts.
 *
 * A file that cannot be loaded counts as one failure; so does a run that breaks off, or fails with every test passed.
 *
 * @param filter runs only files whose path contains it
 */
export async function runSuite(
  name: string,
  { config, databaseUrl, filter }: { config: string; databaseUrl: string; filter?: string },
): Promise<Counts> {
  const began = performance.now();
  const report = join(root, 'node_modules/.cache/reports', `${name}.json`);
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', config, ...reporters];
  const exitCode = filter
    ? await run([...args, filter], databaseUrl)
    : await run(args, databaseUrl, { WHOLE_RUN: '1' });
  const counts = read(report, exitCode);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`  ${name}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`);
  return counts;
}

export function stopSuites(): void {
  for (const child of running) child.kill('SIGTERM');
}

function run(args: string[], databaseUrl: string, more: NodeJS.ProcessEnv = {}): Promise<number> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !NOT_FOR_TESTS.includes(key)));
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', LEASH, ...args], {
      cwd: root,
      env: { ...env, ...more, ...leashEnv(), TEST_DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    running.add(child);
    const limit = setTimeout(() => {
      console.error('The suite takes too long and is ended.');
      child.kill('SIGKILL');
    }, TIME_LIMIT_MS);
    child.on('error', (error) => console.error(error.message));
    child.on('close', (code) => {
      clearTimeout(limit);
      running.delete(child);
      resolve(code ?? 1);
    });
  });
}

/** The part of Vitest's JSON report that is counted. */
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
};

function read(file: string, exitCode: number): Counts {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report; // NOTE: Vitest's own format
    const brokenFiles = report.testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
    ).length;
    const failed = report.numFailedTests + brokenFiles;
    return { passed: report.numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
