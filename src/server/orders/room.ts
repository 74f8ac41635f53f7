import { defineRoom } from '#server/room.ts';
import { serveOrders } from './routes.ts';
import { orderSource } from './source.ts';
import { workOrders } from './workers.ts';

export const orders = defineRoom({
  name: 'orders',
  serve: serveOrders,
  work: (work, _repeat, { providers }) => workOrders(work, providers.sourceProviders),
  sources: { orders: orderSource },
  contactTables: ['orders'],
});
