import { pollOrdersJob, readOrderPayloadsJob, syncOrdersJob } from '#server/connections/jobs.ts';
import type { OrderSystems } from '#server/connections/order-port.ts';
import type { Work } from '#server/platform/job-runner.ts';
import { readGuests } from './guests-actions.ts';
import { readGuestsJob, readPastOrdersJob } from './jobs.ts';
import { readPastOrders } from './past-actions.ts';
import { readOrderPayloads } from './payload-actions.ts';
import { pollOrders, syncOrders } from './reading-actions.ts';

export function workOrders(work: Work, orderSystems: OrderSystems): void {
  work(readOrderPayloadsJob, (ctx, whose, signal) => readOrderPayloads({ ...ctx, orderSystems }, whose, signal));
  work(pollOrdersJob, (ctx, whose, signal) => pollOrders({ ...ctx, orderSystems }, whose, signal));
  work(syncOrdersJob, (ctx, sync, signal) => syncOrders({ ...ctx, orderSystems }, sync, signal));
  work(readPastOrdersJob, (ctx, slice, signal) => readPastOrders({ ...ctx, orderSystems }, slice, signal));
  work(readGuestsJob, (ctx, whose, signal) => readGuests({ ...ctx, orderSystems }, whose, signal));
}
