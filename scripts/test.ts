import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildStale } from './build-web.ts';
import { runChecks, TESTED_CHECKS } from './check.ts';
import { startDatabase } from './database.ts';
import { systemBinaries } from './database-binaries.ts';
import { databaseAccount } from './database-account.ts';
import { type Counts, runSuite, stopSuites } from './suite.ts';

/**
 * Every check and every test, with databases of its own. A check counts as one test; so does a suite that falls over.
 *
 * Failed tests are listed again at the end, because a log may be shortened in the middle. The last line is the sum:
 * `N passed, N failed`.
 */
const root = dirname(import.meta.dirname);
const stack = new AsyncDisposableStack();
const sum: Counts = { passed: 0, failures: [] };
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
await count(async () => {
  const database = stack.adopt(await startDatabase({ durable: false }), (one) => one.stop());
  const tests = await runSuite('tests', { config: 'vitest.config.ts', databaseUrl: database.url });
  console.log('\nJourneys in a browser');
  const journeys = globSync('e2e/**/*.e2e.ts', { cwd: root }).length;
  const suite =
    journeys > 0 && (await runSuite('journeys', { config: 'vitest.e2e.config.ts', databaseUrl: database.url }));
  return suite ? { passed: tests.passed + suite.passed, failures: [...tests.failures, ...suite.failures] } : tests;
});
await count(testOnSystemDatabase);
await checks;
await finish(sum.failures.length > 0 ? 1 : 0);

/** Adds what a part counted; one that breaks is one failure, and the others still run. */
async function count(part: () => Promise<Counts>): Promise<void> {
  try {
    const { passed, failures } = await part();
    sum.passed += passed;
    sum.failures.push(...failures);
  } catch (error) {
    console.error(error);
    sum.failures.push(String(error));
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
async function testOnSystemDatabase(): Promise<Counts> {
  const found = systemBinaries(databaseAccount());
  if (!found) {
    console.log(
      '\nNo PostgreSQL server (initdb and postgres) on PATH: the database tests ran on the embedded one only',
    );
    return { passed: 0, failures: [] };
  }
  console.log(`\nDatabase tests on this machine's PostgreSQL ${found.majorVersion}`);
  const database = stack.adopt(await startDatabase({ durable: false, binaries: 'system' }), (one) => one.stop());
  return runSuite('system-database', { config: 'vitest.config.ts', databaseUrl: database.url, filter: '.db.test.ts' });
}

async function abort(): Promise<void> {
  stopSuites();
  sum.failures.push('The run was ended from outside or by an error of its own');
  await finish(1);
}

async function finish(code: number): Promise<void> {
  if (isFinishing) return;
  isFinishing = true;
  await stack.disposeAsync().catch((error: unknown) => console.error(error));
  if (sum.failures.length > 0) console.log(`\nFailed\n${sum.failures.map((one) => `  ✗ ${one}`).join('\n')}`);
  console.log(`\n${sum.passed} passed, ${sum.failures.length} failed`);
  process.exit(code);
}
