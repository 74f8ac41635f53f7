import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { Counts } from './suite-report.ts';

const root = dirname(import.meta.dirname);
const bin = (name: string) => join(root, 'node_modules', name);

/** Written as tests, so that they run among the tests too. */
export const TESTED_CHECKS = 'rooms in order, locales complete, plain words, documents';

const TESTED_FILES = [
  'src/rooms.test.ts',
  'src/tables.test.ts',
  'src/locales.test.ts',
  'src/web/locales',
  'scripts/words.test.ts',
  'scripts/decisions.test.ts',
  'scripts/documents.test.ts',
];

/** Each runs under this Node; the longest come first, so that the short ones fill the gaps. */
const CHECKS: readonly { name: string; args: string[] }[] = [
  // NOTE: several checkers of one project check the same types more than once; other checks have the other cores.
  { name: 'types', args: [bin('typescript/bin/tsc'), '-b', '--checkers', '1', '--builders', '1'] },
  { name: 'dead code', args: [bin('knip/bin/knip.js'), '--no-progress'] },
  { name: 'database types are current', args: ['scripts/generate-database-types.ts', '--check'] },
  { name: 'API description is current', args: ['scripts/generate-openapi.ts', '--check'] },
  { name: 'API description is valid', args: [bin('@redocly/cli/bin/cli.js'), 'lint'] },
  { name: 'lint', args: [bin('oxlint/bin/oxlint')] },
  { name: TESTED_CHECKS, args: [bin('vitest/vitest.mjs'), 'run', ...TESTED_FILES] },
  { name: 'format', args: [bin('oxfmt/bin/oxfmt'), '--check', '.'] },
  { name: 'lock file is complete', args: ['scripts/check-lock.ts'] },
];

type Outcome = { name: string; isPassed: boolean; seconds: number; output: string };

/**
 * Runs all checks, as many at once as the machine has cores, and prints each as it ends.
 *
 * @param without names of checks that something else covers
 */
export async function runChecks(without: readonly string[] = []): Promise<Counts> {
  const waiting = CHECKS.filter(({ name }) => !without.includes(name));
  const outcomes: Outcome[] = [];
  await Promise.all(
    Array.from({ length: Math.min(4, availableParallelism()) }, async () => {
      for (let check = waiting.shift(); check; check = waiting.shift()) {
        const outcome = await run(check.name, check.args);
        outcomes.push(outcome);
        print(outcome);
      }
    }),
  );
  const failures = outcomes.filter(({ isPassed }) => !isPassed).map(({ name }) => name);
  return { passed: outcomes.length - failures.length, failures };
}

function run(name: string, args: string[]): Promise<Outcome> {
  const began = performance.now();
  return new Promise((resolve) => {
    // NOTE: no check that is a test asks for a database; naming one spares the start of another. The compiler of types
    // collects its garbage where it nears this much memory, which takes a fifth less time.
    const env = { ...process.env, TEST_DATABASE_URL: 'none', GOGC: 'off', GOMEMLIMIT: '3GiB' };
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    child.on('error', (error) => (output += error.message));
    child.on('close', (code) =>
      resolve({ name, isPassed: code === 0, seconds: (performance.now() - began) / 1000, output: output.trim() }),
    );
  });
}

function print({ name, isPassed, seconds, output }: Outcome): void {
  console.log(`  ${isPassed ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`);
  if (!isPassed) console.log(`\n${output.replaceAll(/^/gm, '    ')}\n`);
}

if (import.meta.main) {
  const { passed, failures } = await runChecks();
  console.log(`\n${passed} passed, ${failures.length} failed`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}
