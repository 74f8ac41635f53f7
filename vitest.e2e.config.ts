import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { suiteReporters } from './scripts/suite-reporter.ts';

/** Files that take longer than all others, the longest first. */
const LONG = ['screens', 'channels', 'start', 'app', 'main-job', 'widgets', 'editor', 'conversations'];

/** Starts long files first, so that no worker ends long after the other. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = LONG.findIndex((name) => moduleId.endsWith(`/${name}.e2e.ts`));
      return index < 0 ? LONG.length : index;
    };
    return files.toSorted((a, b) => place(a) - place(b));
  }
}

/** One more than the cores of a small machine: a journey that waits leaves its time to another. */
const WORKERS = 3;

/** Journeys through the whole product. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    globalSetup: ['scripts/built-web.ts', 'scripts/test-database.ts'],
    ...suiteReporters(),
    pool: 'forks',
    // NOTE: the files of a worker share its demo, whose start takes longer than most files.
    isolate: false,
    maxWorkers: WORKERS,
    // NOTE: each wait of a journey ends within a minute and says what it waited for; on a busy machine many take long.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    env: { TZ: 'UTC' },
    sequence: { sequencer: LongFirst },
  },
});
