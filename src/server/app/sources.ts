import type { Sources } from '#server/connections/sync/port.ts';
import { orderSource } from '#server/orders/source.ts';
import { visitSource } from '#server/visits/source.ts';

/** The rooms that store records of outside systems: the sync engine reads, they write. */
export const SOURCES: Sources = { visits: visitSource, orders: orderSource };
