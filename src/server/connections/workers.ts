import type { Repeat, Work } from '#server/platform/job-runner.ts';
import { leaveMarketplace } from './application-actions.ts';
import { queueOrderPolls, queueVisitPolls } from './asking-actions.ts';
import { dropHooks } from './hook-actions.ts';
import { dropHooksJob, dropOrderHooksJob } from './jobs.ts';
import type { Marketplaces } from './marketplace-port.ts';
import { dropOrderHooks } from './order-health-actions.ts';
import type { OrderSystems } from './order-port.ts';
import type { Bookings } from './port.ts';

export function workConnections(
  work: Work,
  repeat: Repeat,
  outside: { bookings: Bookings; marketplaces: Marketplaces; orderSystems: OrderSystems },
): void {
  work(dropHooksJob, async (ctx, { tenantId, connectionId }) => {
    await dropHooks({ ...ctx, ...outside }, tenantId, connectionId);
    await leaveMarketplace({ ...ctx, ...outside }, tenantId, connectionId);
  });
  work(dropOrderHooksJob, (ctx, { tenantId, connectionId }) =>
    dropOrderHooks({ ...ctx, ...outside }, tenantId, connectionId),
  );
  repeat('connections.queue-polls', '*/10 * * * *', queueVisitPolls);
  repeat('connections.queue-order-polls', '*/2 * * * *', queueOrderPolls);
}
