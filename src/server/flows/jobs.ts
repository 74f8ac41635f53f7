import { z } from 'zod';
import { BranchId } from '#contract/connections.ts';
import { ContactId } from '#contract/contacts.ts';
import { FlowId } from '#contract/flows.ts';
import { TenantId } from '#contract/tenants.ts';
import { EventPayload } from '#server/platform/events.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** Something happened to a visit, an order, …: its messages follow. */
export const planForEventJob = defineJob({ name: 'flows.plan-visit', payload: EventPayload, priority: -1 });

/** Visits became known that were booked before we read: they want their reminders. */
export const planImportedJob = defineJob({ name: 'flows.plan-imported', payload: EventPayload });

/** A customer can be reached otherwise than before: the messages of her visits follow. */
export const planContactJob = defineJob({ name: 'flows.plan-contact', payload: EventPayload, priority: -1 });

/** The channels of the cabinet, its contact policy or its branches changed: everything ahead follows. */
export const planAllJob = defineJob({ name: 'flows.plan-all', payload: EventPayload });

/** The owners' own numbers are others than before: what waits for them follows. */
export const planOwnPhonesJob = defineJob({ name: 'flows.plan-own-phones', payload: EventPayload });

/** The provider will never take what a flow says: it is stopped, and its owner told. */
export const stopFlowJob = defineJob({ name: 'flows.stop-flow', payload: EventPayload });

/**
 * Plans what lies ahead, a batch of visits at a time, then queues itself for the next. A later run does not wait for
 * an earlier one: each reads the present state, and planning twice is planning once.
 */
export const planAheadJob = defineJob({
  name: 'flows.plan-ahead',
  payload: z.object({
    tenantId: TenantId,
    /** Null: of all flows. */
    flowId: FlowId.nullable(),
    /** Null: of all branches. */
    branchId: BranchId.nullable(),
    /** Tells the batches of one run from those of another; null begins a run. */
    run: z.uuid().nullable(),
    /** Where the batch before ended. */
    after: z.string().nullable(),
    /** Who waits with an earlier version of the flow gets the present one. */
    isMoving: z.boolean().default(false),
  }),
  key: ({ tenantId, flowId, branchId, run, isMoving }) =>
    `plan-ahead:${tenantId}:${flowId ?? ''}:${branchId ?? ''}:${run ?? ''}${isMoving ? ':moving' : ''}`,
  priority: 1,
});

/**
 * Plans what a flow that comes long after its subjects has to say in the next days, a batch at a time, and then queues
 * itself for the days after. One walk at a time: a flow that is changed begins anew.
 */
export const planLaterJob = defineJob({
  name: 'flows.plan-later',
  payload: z.object({
    tenantId: TenantId,
    flowId: FlowId,
    /** Null begins a walk where the last one ended; the flow's beginning when `isAnew`. */
    walk: z.object({ from: z.iso.datetime(), until: z.iso.datetime(), after: z.string() }).nullable(),
    isAnew: z.boolean().default(false),
  }),
  key: ({ flowId, walk }) => `plan-later:${flowId}:${walk ? 'on' : ''}`,
  priority: 1,
});

/**
 * Marketing that waits for some customers changed, and they have other marketing waiting: what gives way to what is
 * decided anew. Each round settles at least the most important message that is not yet settled.
 */
export const resolvePriorityConflictsJob = defineJob({
  name: 'flows.settle-meetings',
  payload: z.object({ tenantId: TenantId, contactIds: z.array(ContactId), round: z.int() }),
});

/** The cabinet paid: what its tariff has again comes back. */
export const followTariffJob = defineJob({ name: 'flows.follow-tariff', payload: EventPayload });

/** The last day of a flow is over. */
export const endFlowJob = defineJob({
  name: 'flows.end-flow',
  payload: z.object({ tenantId: TenantId, flowId: FlowId }),
  key: ({ flowId }) => `end-flow:${flowId}`,
  keyMode: 'replace',
  priority: 1,
});
