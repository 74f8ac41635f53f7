import type { Repeat, Work } from '#server/platform/job-runner.ts';
import { queueOrderPolls, queueVisitPolls } from './asking-actions.ts';
import { dropHooks } from './hook-actions.ts';
import { dropHooksJob } from './jobs.ts';
import type { Bookings } from './port.ts';

export function workConnections(work: Work, repeat: Repeat, bookings: Bookings): void {
  work(dropHooksJob, (ctx, { tenantId, connectionId }) => dropHooks({ ...ctx, bookings }, tenantId, connectionId));
  repeat('connections.queue-polls', '*/10 * * * *', queueVisitPolls);
  repeat('connections.queue-order-polls', '*/2 * * * *', queueOrderPolls);
}
