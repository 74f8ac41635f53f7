import { configDefaults, defineConfig } from 'vitest/config';

/** Many processes, killed and waited for: beside others they make each other late. */
const ALONE = ['src/server/**/kill.test.ts', 'src/server/delivery/outage.test.ts'];

export default defineConfig({
  test: {
    globalSetup: 'scripts/test-database.ts',
    pool: 'forks',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    env: { TZ: 'UTC', NODE_ENV: 'test' },
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...ALONE],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
});
