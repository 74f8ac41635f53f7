import { defineConfig } from 'vitest/config';
import { suiteReporters } from '../suite-reporter.ts';

/** A small suite for the test of the runner, whose files are chosen by the environment. */
export default defineConfig({
  test: {
    include: (process.env.FIXTURE_FILES ?? '').split(',').map((name) => `scripts/suite-fixture/${name}.case.ts`),
    ...suiteReporters(),
    pool: 'forks',
    maxWorkers: 1,
  },
});
