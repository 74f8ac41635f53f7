import { z } from 'zod';
import { BranchId } from '#contract/connections.ts';
import { DeliveryKind, OrderStatus } from '#contract/orders.ts';
import { TenantId } from '#contract/tenants.ts';
import { defineEvent } from '#server/platform/events.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** Asks a branch's loyalty program about customers whose orders became known. Several in a row are asked for together. */
export const readGuestsJob = defineJob({
  name: 'orders.read-guests',
  payload: z.object({ tenantId: TenantId, branchId: BranchId }),
  queue: () => 'order-guests',
  key: ({ branchId }) => `read-guests:${branchId}`,
  priority: 6,
});

/** Made after we began to read its branch. */
export const orderCreated = defineEvent({ name: 'order.created', facts: z.object({}) });

/**
 * It has a status it did not have before; its first sight too, `from` being null then. A status that comes back is
 * not told again: customers were told of it.
 */
export const orderStatusChanged = defineEvent({
  name: 'order.status_changed',
  facts: z.object({
    from: OrderStatus.nullable(),
    to: OrderStatus,
    /** The source's own, of a status that is unknown. */
    word: z.string().optional(),
    deliveryKind: DeliveryKind.nullable(),
    statusVersion: z.int(),
  }),
});

/** Something else changed that the customer would notice: what it costs, when it is to be ready. */
export const orderChanged = defineEvent({
  name: 'order.changed',
  facts: z.object({ changed: z.array(z.enum(['total', 'time'])) }),
});
