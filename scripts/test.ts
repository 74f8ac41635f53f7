import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildStale } from './build-web.ts';
import { runChecks, TESTED_CHECKS } from './check.ts';
import { startDatabase } from './database.ts';
import { systemBinaries } from './database-binaries.ts';
import { databaseAccount } from './database-account.ts';
import { countsOf, runFailedAgain, runSuite, stopSuites, type Suite, type SuiteOptions } from './suite.ts';
import { type Counts, describeCounts, type SuiteCounts, sumCounts } from './suite-report.ts';

/**
 * Every check and every test, with databases of its own. A check counts as one test; so does a suite that breaks off.
 *
 * A test file that failed is run once more by itself when all else has ended. The last line is the sum:
 * `N passed, N failed`.
 */
const root = dirname(import.meta.dirname);
const stack = new AsyncDisposableStack();
const checked: SuiteCounts = { passed: 0, failures: [], unsteady: [] };
const suites: Suite[] = [];
let isFinishing = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, () => void abort());
process.on('uncaughtException', (error) => {
  console.error(error);
  void abort();
});
process.channel?.unref();

console.log('Checks');
const checks = count(() => runChecks([TESTED_CHECKS]));
await Promise.all([count(buildWeb), compilePrograms()]);

// NOTE: the check of types takes longest, on one core: the tests begin beside it.
console.log('\nTests');
await attempt(async () => {
  const database = stack.adopt(await startDatabase({ durable: false }), (one) => one.stop());
  await test({ name: 'tests', config: 'vitest.config.ts', databaseUrl: database.url });
  console.log('\nJourneys in a browser');
  const hasJourneys = globSync('e2e/**/*.e2e.ts', { cwd: root }).length > 0;
  if (hasJourneys) await test({ name: 'journeys', config: 'vitest.e2e.config.ts', databaseUrl: database.url });
});
await attempt(testOnSystemDatabase);
await checks;
for (const suite of suites) await attempt(() => runFailedAgain(suite));
await finish();

async function test(options: SuiteOptions): Promise<void> {
  suites.push(await runSuite(options));
}

/** Adds what a part of the checks counted. */
function count(part: () => Promise<Counts>): Promise<void> {
  return attempt(async () => {
    const { passed, failures } = await part();
    checked.passed += passed;
    checked.failures.push(...failures);
  });
}

/** A part that breaks is one failure, and the others still run. */
async function attempt(part: () => Promise<void>): Promise<void> {
  try {
    await part();
  } catch (error) {
    console.error(error);
    checked.failures.push(String(error));
  }
}

async function buildWeb(): Promise<Counts> {
  const began = performance.now();
  await buildStale();
  console.log(`  ✓ the web side builds (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  return { passed: 1, failures: [] };
}

/**
 * Loads the product and the world once, so that Node keeps what it compiled (`NODE_COMPILE_CACHE`): the tests start them
 * dozens of times and mostly kill them, and a process that is killed keeps nothing.
 */
async function compilePrograms(): Promise<void> {
  const programs = ['src/server/app/product.ts', 'src/world/world.ts'].map((path) => join(root, path));
  const load = `for (const path of ${JSON.stringify(programs)}) await import(path)`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', load], { cwd: root, stdio: 'ignore' });
  await once(child, 'close');
}

/** The product promises to run on servers older than the embedded one; where the machine has one, it is held to that. */
async function testOnSystemDatabase(): Promise<void> {
  const found = systemBinaries(databaseAccount());
  if (!found) {
    console.log(
      '\nNo PostgreSQL server (initdb and postgres) on PATH: the database tests ran on the embedded one only',
    );
    return;
  }
  console.log(`\nDatabase tests on this machine's PostgreSQL ${found.majorVersion}`);
  const database = stack.adopt(await startDatabase({ durable: false, binaries: 'system' }), (one) => one.stop());
  const filter = '.db.test.ts';
  await test({ name: 'system-database', config: 'vitest.config.ts', databaseUrl: database.url, filter });
}

async function abort(): Promise<void> {
  stopSuites();
  checked.failures.push('The run was ended from outside or by an error of its own');
  await finish();
}

async function finish(): Promise<void> {
  if (isFinishing) return;
  isFinishing = true;
  await stack.disposeAsync().catch((error: unknown) => console.error(error));
  const counts = sumCounts([checked, ...suites.map(countsOf)]);
  console.log(describeCounts(counts));
  process.exit(counts.failures.length > 0 ? 1 : 0);
}
