import { z } from 'zod';
import { BranchId } from '#contract/connections/calls.ts';
import { DeliveryKind, OrderStatus } from '#contract/orders/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { defineEvent } from '#server/platform/events/events.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** Reads the loyalty cards of contacts with new orders. Several orders in a row are handled together. */
export const readGuestsJob = defineJob({
  name: 'orders.read-guests',
  payload: z.object({ tenantId: TenantId, branchId: BranchId }),
  queue: () => 'order-guests',
  key: ({ branchId }) => `read-guests:${branchId}`,
  priority: 6,
});

/** Emitted for an order made after we began to read its branch. */
export const orderCreated = defineEvent({ name: 'order.created', facts: z.object({}) });

/**
 * Emitted for each status an order reaches for the first time, also for its first status, with `from` null. A status
 * that comes back is not emitted again: customers were messaged about it.
 */
export const orderStatusChanged = defineEvent({
  name: 'order.status_changed',
  facts: z.object({
    from: OrderStatus.nullable(),
    to: OrderStatus,
    /** The source's text of an unknown status. */
    word: z.string().optional(),
    deliveryKind: DeliveryKind.nullable(),
    statusVersion: z.int(),
  }),
});

/** Emitted when something else changes that the contact would notice: the total, the time it is to be ready. */
export const orderChanged = defineEvent({
  name: 'order.changed',
  facts: z.object({ changed: z.array(z.enum(['total', 'time'])) }),
});
