import type { Repeat, Work } from '#server/platform/job-runner.ts';
import { leaveMarketplace } from './application-actions.ts';
import { queueOrderPolls, queueVisitPolls } from './asking-actions.ts';
import { dropWebhooks } from './webhook-actions.ts';
import { dropWebhooksJob, dropOrderWebhooksJob } from './jobs.ts';
import type { Marketplaces } from './marketplace-port.ts';
import { dropOrderWebhooks } from './order-health-actions.ts';
import type { OrderSystems } from './order-port.ts';
import type { Bookings } from './port.ts';

export function workConnections(
  work: Work,
  repeat: Repeat,
  outside: { bookings: Bookings; marketplaces: Marketplaces; orderSystems: OrderSystems },
): void {
  work(dropWebhooksJob, async (ctx, { tenantId, connectionId }) => {
    await dropWebhooks({ ...ctx, ...outside }, tenantId, connectionId);
    await leaveMarketplace({ ...ctx, ...outside }, tenantId, connectionId);
  });
  work(dropOrderWebhooksJob, (ctx, { tenantId, connectionId }) =>
    dropOrderWebhooks({ ...ctx, ...outside }, tenantId, connectionId),
  );
  repeat('connections.queue-polls', '*/10 * * * *', queueVisitPolls);
  repeat('connections.queue-order-polls', '*/2 * * * *', queueOrderPolls);
}
