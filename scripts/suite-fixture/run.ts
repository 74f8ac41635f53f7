import { countsOf, runFailedAgain, runSuite } from '../suite.ts';
import { describeCounts } from '../suite-report.ts';

/** Runs the small suite as `npm test` runs the large ones. */
const suite = await runSuite({
  name: 'fixture',
  config: 'scripts/suite-fixture/vitest.config.ts',
  databaseUrl: 'none',
});
await runFailedAgain(suite);
const counts = countsOf(suite);
console.log(describeCounts(counts));
process.exitCode = counts.failures.length > 0 ? 1 : 0;
