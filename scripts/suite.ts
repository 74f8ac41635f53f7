import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LEASH, leashEnv } from './processes.ts';
import { countSuite, failedFiles, type SuiteCounts, type SuiteReport } from './suite-report.ts';
import { REPORT_FILE } from './suite-reporter.ts';

export type SuiteOptions = {
  name: string;
  /** Vitest's configuration, from the root; it has `suiteReporters`. */
  config: string;
  databaseUrl: string;
  /** Runs only files whose path contains it. */
  filter?: string;
};

/** A run of a suite, and the second runs of its files that failed. */
export type Suite = { options: SuiteOptions; first: SuiteReport; again: Map<string, SuiteReport> };

const root = dirname(import.meta.dirname);
const running = new Set<ChildProcess>();
let isStopped = false;

/** Variables of the caller's shell that would change the tests. */
const NOT_FOR_TESTS = ['DATABASE_URL', 'PORT', 'HOST', 'PUBLIC_URL', 'WORLD_PORT', 'WORLD_SMTP_PORT', 'NODE_ENV'];

/** From the start of this process. CI ends a run after 90 minutes; a run that ends itself before that says what failed. */
const TIME_LIMIT_MS = 85 * 60_000;

/** Runs test files by Vitest, which prints its progress. A run that breaks off is one failure. */
export async function runSuite(options: SuiteOptions): Promise<Suite> {
  const { name, filter } = options;
  const began = performance.now();
  const suite = { options, first: await run(options, name, filter), again: new Map() };
  const { passed, failures } = countSuite(suite.first, suite.again);
  console.log(`  ${name}: ${passed} passed, ${failures.length} failed (${secondsSince(began)})`);
  return suite;
}

/** Runs each file that failed once more, by itself: one after another, each in a Vitest of its own. */
export async function runFailedAgain({ options, first, again }: Suite): Promise<void> {
  for (const { path } of failedFiles(first)) {
    if (isStopped || timeLeftMs() <= 0) return;
    console.log(`\nOnce more by itself: ${path}`);
    again.set(path, await run(options, `${options.name}-again`, join(root, path)));
  }
}

export function countsOf({ first, again }: Suite): SuiteCounts {
  return countSuite(first, again);
}

/** Ends what runs; nothing is run again. */
export function stopSuites(): void {
  isStopped = true;
  for (const child of running) child.kill('SIGTERM');
}

async function run({ name, config, databaseUrl, ...options }: SuiteOptions, reportName: string, filter?: string) {
  const report = join(root, 'node_modules/.cache/reports', `${reportName}.json`);
  rmSync(report, { force: true });
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', config, ...(filter ? [filter] : [])];
  const isWhole = options.filter === undefined;
  const exitCode = await runVitest(args, {
    TEST_DATABASE_URL: databaseUrl,
    [REPORT_FILE]: report,
    ...(isWhole && { WHOLE_RUN: '1' }),
  });
  return read(name, report, exitCode);
}

function runVitest(args: string[], own: NodeJS.ProcessEnv): Promise<number> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !NOT_FOR_TESTS.includes(key)));
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', LEASH, ...args], {
      cwd: root,
      env: { ...env, ...leashEnv(), ...own },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    running.add(child);
    const limit = setTimeout(() => {
      console.error('The run takes too long and is ended.');
      child.kill('SIGKILL');
    }, timeLeftMs());
    child.on('error', (error) => console.error(error.message));
    child.on('close', (code) => {
      clearTimeout(limit);
      running.delete(child);
      resolve(code ?? 1);
    });
  });
}

function read(name: string, file: string, exitCode: number): SuiteReport {
  let report: SuiteReport;
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as SuiteReport; // NOTE: written by suite-reporter.ts
  } catch {
    return {
      files: [],
      failures: [{ name: `${name}: ended with code ${exitCode} and without a report`, message: '' }],
    };
  }
  const isExplained = exitCode === 0 || report.failures.length > 0 || failedFiles(report).length > 0;
  if (isExplained) return report;
  const unexplained = { name: `${name}: ended with code ${exitCode}, every test passed`, message: '' };
  return { ...report, failures: [unexplained] };
}

function timeLeftMs(): number {
  return TIME_LIMIT_MS - performance.now();
}

function secondsSince(began: number): string {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`;
}
