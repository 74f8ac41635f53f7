import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { buildStale } from './build-web.ts';
import { runChecks, TESTED_CHECKS } from './check.ts';
import { startDatabase } from './database.ts';
import { systemBinaries } from './database-binaries.ts';
import { databaseAccount } from './database-account.ts';
import { type Counts, runSuite, stopSuites } from './suite.ts';

/**
 * Every check and every test, with databases of its own. A check counts as one test; so does a suite that falls over.
 *
 * The last line is the sum: `N passed, N failed`.
 */
const root = dirname(import.meta.dirname);
const stack = new AsyncDisposableStack();
const sum: Counts = { passed: 0, failed: 0 };
let isFinishing = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, () => void abort());
process.on('uncaughtException', (error) => {
  console.error(error);
  void abort();
});
process.channel?.unref();

console.log('Checks');
await Promise.all([count(() => runChecks([TESTED_CHECKS])), count(buildWeb)]);

console.log('\nTests');
await count(async () => {
  const database = stack.adopt(await startDatabase({ durable: false }), (one) => one.stop());
  const tests = await runSuite('tests', { config: 'vitest.config.ts', databaseUrl: database.url });
  console.log('\nJourneys in a browser');
  const journeys = globSync('e2e/**/*.e2e.ts', { cwd: root }).length;
  const suite =
    journeys > 0 && (await runSuite('journeys', { config: 'vitest.e2e.config.ts', databaseUrl: database.url }));
  return suite ? { passed: tests.passed + suite.passed, failed: tests.failed + suite.failed } : tests;
});
await count(testOnSystemDatabase);
await finish(sum.failed > 0 ? 1 : 0);

/** Adds what a part counted; one that breaks is one failure, and the others still run. */
async function count(part: () => Promise<Counts>): Promise<void> {
  try {
    const { passed, failed } = await part();
    sum.passed += passed;
    sum.failed += failed;
  } catch (error) {
    console.error(error);
    sum.failed += 1;
  }
}

async function buildWeb(): Promise<Counts> {
  const began = performance.now();
  await buildStale();
  console.log(`  ✓ the web side builds (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  return { passed: 1, failed: 0 };
}

/** The product promises to run on servers older than the embedded one; where the machine has one, it is held to that. */
async function testOnSystemDatabase(): Promise<Counts> {
  const found = systemBinaries(databaseAccount());
  if (!found) {
    console.log(
      '\nNo PostgreSQL server (initdb and postgres) on PATH: the database tests ran on the embedded one only',
    );
    return { passed: 0, failed: 0 };
  }
  console.log(`\nDatabase tests on this machine's PostgreSQL ${found.majorVersion}`);
  const database = stack.adopt(await startDatabase({ durable: false, binaries: 'system' }), (one) => one.stop());
  return runSuite('system-database', { config: 'vitest.config.ts', databaseUrl: database.url, filter: '.db.test.ts' });
}

async function abort(): Promise<void> {
  stopSuites();
  sum.failed += 1;
  await finish(1);
}

async function finish(code: number): Promise<void> {
  if (isFinishing) return;
  isFinishing = true;
  await stack.disposeAsync().catch((error: unknown) => console.error(error));
  console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
  process.exit(code);
}
