import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { suiteReporters } from './scripts/suite-reporter.ts';
import { gatheredTexts } from './scripts/gathered-texts.ts';

// NOTE: read by the processes of the tests. Node keeps what it compiled there, as `npm test` and `npm start` do.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/** Reads what all other files have seen. */
const AFTERWARDS = [
  'src/server/flows/journeys/decision-rules.test.ts',
  'src/row-types.test.ts',
  'src/server/app/tenant-conditions.test.ts',
];
/** What is built by Vite is also tested through it: it reads JSON and JSX. */
const WEB = 'src/web/**/*.test.ts';
/** Node reads our TypeScript by itself; Vite's copy of each module costs a twentieth of the run. */
const NATIVE = { viteModuleRunner: false };

type IsFile = (file: TestSpecification) => boolean;

const named =
  (path: RegExp): IsFile =>
  ({ moduleId }) =>
    path.test(moduleId);

/** Which files start first, in this order. */
const FIRST: readonly IsFile[] = [
  named(/flows\/kill\.test/),
  // NOTE: together. A worker that finds a file of another project next ends, and its successor loads all modules again.
  ({ project }) => project.name === 'components',
  ({ project }) => project.name === 'web',
  named(/flows\/journeys\/(?:refused-|sent-|reports)/),
  named(/delivery\/kill\.test/),
  named(/app\/isolation\.test/),
  named(/channels\/conformance\.test/),
];

/** Files that mostly wait, for processes, clocks or limits, the longest first. */
const WAITING: readonly IsFile[] = [
  named(/mailings\/kill\.test/),
  named(/scripts\/outages\.test/),
  named(/scripts\/database\.test/),
  named(/delivery\/outage\.test/),
  named(/twilio\/main-job\.test/),
  named(/imports\/kill\.test/),
  named(/scripts\/deployment\.test/),
  named(/runner\/job-runner\.test/),
  named(/http\/shared-limit\.test/),
  named(/yclients\/rate-limiter\.test/),
];

/** Starts long files first, so that no worker ends long after the others, and lets one wait while two work. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    // oxlint-disable-next-line unicorn/no-array-sort -- not the method of an array
    const bySize = await super.sort(files);
    const first = FIRST.flatMap((isWanted) => bySize.filter(isWanted));
    const rest = bySize.filter((file) => !first.includes(file));
    const waiting = WAITING.flatMap((isWanted) => rest.filter(isWanted));
    const others = rest.filter((file) => !waiting.includes(file));
    return [...first, ...spread(waiting, others)].toSorted((a, b) => group(a) - group(b));
  }
}

/** Puts some of the files evenly between the others, and none of them near the end. */
function spread(some: readonly TestSpecification[], others: readonly TestSpecification[]): TestSpecification[] {
  const step = Math.max(1, Math.floor(others.length / (some.length + 2)));
  const between = others.flatMap((file, n) =>
    n % step === 0 ? [...some.slice(n / step, n / step + 1), file] : [file],
  );
  return [...between, ...some.slice(Math.ceil(others.length / step))];
}

/** One more than the cores of a small machine: a test that waits leaves its time to another. */
const WORKERS = 3;

export default defineConfig({
  plugins: [gatheredTexts()],
  test: {
    globalSetup: 'scripts/test-database.ts',
    ...suiteReporters(),
    pool: 'forks',
    // NOTE: as V8 comes, its helper threads, which collect and compile, take a sixth of the run.
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64', '--single-threaded-gc'],
    // NOTE: the files of a worker share its modules, which take longer to load than most files take to run.
    isolate: false,
    // NOTE: longer than anything takes on a busy machine, which costs nothing where it is done earlier. A test outlasts a
    // wait for an event, which says what it waited for.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 120_000,
    env: { TZ: 'UTC', NODE_ENV: 'test' },
    sequence: { sequencer: LongFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...AFTERWARDS, WEB],
          experimental: NATIVE,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          include: ['src/web/**/*.test.tsx'],
          environment: './src/web/testing/dom-environment.ts',
          environmentOptions: { jsdom: { url: 'http://app.localhost/' } },
          setupFiles: 'src/web/testing/setup.ts',
          maxWorkers: WORKERS,
          sequence: { groupOrder: 0 },
        },
      },
      { extends: true, test: { name: 'web', include: [WEB], maxWorkers: WORKERS, sequence: { groupOrder: 0 } } },
      {
        extends: true,
        test: {
          name: 'afterwards',
          include: AFTERWARDS,
          experimental: NATIVE,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
