import type { OperatorHealth } from '#contract/admin/health.ts';
import { listQueueFigures, sumByKind } from '#server/admin/outgoing/outgoing-queries.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withSystem } from '#server/platform/database/db.ts';
import { sumRequests } from '#server/platform/http/request-minutes.ts';
import {
  countOpenPauses,
  databaseActivity,
  listBreakerRows,
  listModelFigures,
  webhooksPerSecond,
} from './health-queries.ts';

// NOTE: a process: it reads over all cabinets.

/** Reads the figures of the deployment, for operators and for Prometheus. */
export function readHealth(ctx: Pick<Context, 'db' | 'clock'>): Promise<OperatorHealth> {
  const now = ctx.clock.now();
  return withSystem(ctx, async (scope) => {
    const requests = await sumRequests(scope);
    return {
      at: now.toString(),
      webhooksPerSecond: await webhooksPerSecond(scope, now),
      sending: await sumByKind(scope),
      openPauses: await countOpenPauses(scope, now),
      queues: await listQueueFigures(scope),
      models: await listModelFigures(scope, now),
      breakers: await listBreakerRows(scope),
      database: await databaseActivity(scope),
      requests: {
        answeredLastHour: requests.answered,
        failedLastHour: requests.failed,
        signInsRefusedLastHour: requests.signInsRefused,
      },
    };
  });
}
