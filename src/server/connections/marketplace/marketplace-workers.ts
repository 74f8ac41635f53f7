import type { Repeat, Work } from '#server/platform/runner/job-runner.ts';
import { queueQuiet, settleApplication } from './application-actions.ts';
import { runInstall } from './marketplace-install-actions.ts';
import { runInstallJob, settleApplicationJob } from '#server/connections/marketplace-jobs.ts';
import type { Marketplaces } from '#server/connections/marketplace-port.ts';
import type { SourceProviders } from '#server/connections/port.ts';

type Outside = { sourceProviders: SourceProviders; marketplaces: Marketplaces };

export function workMarketplace(work: Work, repeat: Repeat, outside: Outside): void {
  work(runInstallJob, (ctx, { tenantId, installId }, signal) =>
    runInstall({ ...ctx, ...outside }, tenantId, installId, signal),
  );
  work(settleApplicationJob, (ctx, { tenantId, ...application }) =>
    settleApplication({ ...ctx, ...outside }, tenantId, application),
  );
  repeat('connections.queue-quiet', '*/10 * * * *', queueQuiet);
}
