import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { LEASH, leashEnv } from './processes.ts';

/** The outcome of a part of the run: how many tests passed, and for each that failed its name with its message. */
export type Counts = { passed: number; failures: string[] };

const root = dirname(import.meta.dirname);
const running = new Set<ChildProcess>();

/** Variables of the caller's shell that would change the tests. */
const NOT_FOR_TESTS = ['DATABASE_URL', 'PORT', 'HOST', 'PUBLIC_URL', 'WORLD_PORT', 'WORLD_SMTP_PORT', 'NODE_ENV'];

/** Beyond it a suite hangs: it is ended and counts as failed. The longest takes 8 minutes on two cores that do nothing else. */
const TIME_LIMIT_MS = 40 * 60_000;

const LINES_OF_MESSAGE = 15;

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
  const counts = read(name, report, exitCode);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`  ${name}: ${counts.passed} passed, ${counts.failures.length} failed (${seconds} s)`);
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
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

function read(name: string, file: string, exitCode: number): Counts {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as Report; // NOTE: Vitest's own format
  } catch {
    return { passed: 0, failures: [`${name}: ended with code ${exitCode} and without a report`] };
  }
  const failures = report.testResults.flatMap((one) => {
    const path = relative(root, one.name);
    const failed = one.assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0 && one.status === 'failed') return [describe(path, one.message)];
    return failed.map(({ fullName, failureMessages }) => describe(`${path}: ${fullName}`, failureMessages.join('\n')));
  });
  if (failures.length === 0 && exitCode !== 0) failures.push(`${name}: ended with code ${exitCode}, every test passed`);
  return { passed: report.numPassedTests, failures };
}

function describe(what: string, message: string): string {
  const lines = message.split('\n').filter((line) => !line.includes('node_modules'));
  return [what, ...lines.slice(0, LINES_OF_MESSAGE)].join('\n      ');
}
