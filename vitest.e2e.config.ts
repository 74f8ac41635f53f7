import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longer than all others, the longest first. */
const LONG = ['screens', 'channels', 'start', 'main-job', 'conversations', 'widgets', 'editor'];

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

/** Journeys through the whole product; each file starts a product of its own. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    globalSetup: 'scripts/test-database.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    env: { TZ: 'UTC' },
    sequence: { sequencer: LongFirst },
  },
});
