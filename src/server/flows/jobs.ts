import { z } from 'zod';
import { BranchId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { FlowId } from '#contract/flows/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import type { FlowEventName } from '#contract/flows/kind.ts';
import { groupMoved } from '#server/audiences/jobs.ts';
import { messagesAdded, tariffsChanged } from '#server/billing/jobs.ts';
import { channelRemoved, channelRestored, templatesChanged } from '#server/channels/jobs.ts';
import { branchCaughtUp, branchChannelChanged, branchSwitched } from '#server/connections/jobs.ts';
import { contactChanged, optedIn, optedOut } from '#server/contacts/jobs.ts';
import { messageReceived } from '#server/conversations/jobs.ts';
import { dealChanged, dealCreated, dealStageChanged, dealTaskChanged } from '#server/deals/jobs.ts';
import { contentRejected } from '#server/delivery/jobs.ts';
import { apiEventHappened, cartOrdered, cartUpdated } from '#server/integrations/jobs.ts';
import { orderStatusChanged } from '#server/orders/jobs.ts';
import { defineSubscriber, type EventKind } from '#server/platform/events/events.ts';
import { policyChanged } from '#server/policy/jobs.ts';
import { ownPhonesChanged } from '#server/tenants/jobs.ts';
import {
  visitCancelled,
  visitChanged,
  visitCreated,
  visitMoved,
  visitPriced,
  visitsImported,
  visitStatusChanged,
} from '#server/visits/jobs.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** The events of one subject that start flows, by the names that the catalogue knows; moves of clients come many in one. */
const TRIGGERS: { readonly [Name in Exclude<FlowEventName, typeof groupMoved.name>]: EventKind<Name> } = {
  'visit.created': visitCreated,
  'visit.moved': visitMoved,
  'visit.changed': visitChanged,
  'visit.priced': visitPriced,
  'visit.cancelled': visitCancelled,
  'visit.status_changed': visitStatusChanged,
  'order.status_changed': orderStatusChanged,
  'deal.created': dealCreated,
  'deal.stage_changed': dealStageChanged,
  'cart.updated': cartUpdated,
  'api.event': apiEventHappened,
};

/** Plans the messages about the subject of an event: a visit, an order, …. */
export const planForEventJob = defineSubscriber({
  name: 'flows.plan-visit',
  on: [...Object.values(TRIGGERS), dealChanged, dealTaskChanged, cartOrdered],
  priority: -1,
});

/** Plans the messages to clients who moved to another RFM group. */
export const planMovesJob = defineSubscriber({ name: 'flows.plan-moves', on: [groupMoved] });

/** Plans reminders of imported visits, which were booked before the connection was made. */
export const planImportedJob = defineSubscriber({ name: 'flows.plan-imported', on: [visitsImported] });

/** Plans a contact's visits again after their addresses changed. */
export const planContactJob = defineSubscriber({
  name: 'flows.plan-contact',
  on: [optedOut, optedIn, contactChanged, messageReceived],
  priority: -1,
});

/** Plans everything ahead again after a change of the cabinet's channels, contact policy or branches. */
export const planAllJob = defineSubscriber({
  name: 'flows.plan-all',
  on: [
    channelRestored,
    channelRemoved,
    templatesChanged,
    branchSwitched,
    branchChannelChanged,
    branchCaughtUp,
    policyChanged,
  ],
});

/** Plans messages to the owners again after their own numbers changed. */
export const planOwnPhonesJob = defineSubscriber({ name: 'flows.plan-own-phones', on: [ownPhonesChanged] });

/** Stops a flow whose content the provider rejects for good, and notifies its owner. */
export const stopFlowJob = defineSubscriber({ name: 'flows.stop-flow', on: [contentRejected] });

/**
 * Plans what lies ahead, one batch of visits at a time, then queues itself for the next batch. A later run does not wait for an earlier
 * one: each reads the present state, and planning twice has the effect of planning once.
 */
export const planAheadJob = defineJob({
  name: 'flows.plan-ahead',
  payload: z.object({
    tenantId: TenantId,
    /** Null for all flows. */
    flowId: FlowId.nullable(),
    /** Null for all branches. */
    branchId: BranchId.nullable(),
    /** Separates the batches of one run from those of another; null starts a run. */
    run: z.uuid().nullable(),
    /** The cursor: the last subject of the batch before. */
    after: z.string().nullable(),
    /** Moves planned messages from earlier versions of the flow to the present one. */
    isMoving: z.boolean().default(false),
  }),
  key: ({ tenantId, flowId, branchId, run, isMoving }) =>
    `plan-ahead:${tenantId}:${flowId ?? ''}:${branchId ?? ''}:${run ?? ''}${isMoving ? ':moving' : ''}`,
  priority: 1,
});

/**
 * Plans the messages of a flow that comes long after its subjects, up to the horizon, one batch at a time, then queues itself for the days
 * after. Only one walk runs at a time: a changed flow starts a new one.
 */
export const planLaterJob = defineJob({
  name: 'flows.plan-later',
  payload: z.object({
    tenantId: TenantId,
    flowId: FlowId,
    /** Null starts a walk at the end of the last one, or at the flow's earliest moment when `isFromStart`. */
    walk: z.object({ from: z.iso.datetime(), until: z.iso.datetime(), after: z.string() }).nullable(),
    isFromStart: z.boolean().default(false),
  }),
  key: ({ flowId, walk }) => `plan-later:${flowId}:${walk ? 'on' : ''}`,
  priority: 1,
});

/**
 * Decides again about the other planned marketing of contacts whose marketing messages changed. Each round settles at least the most
 * important message that is not yet settled.
 */
export const resolvePriorityConflictsJob = defineJob({
  name: 'flows.settle-meetings',
  payload: z.object({ tenantId: TenantId, contactIds: z.array(ContactId), round: z.int() }),
});

/** Marks live flows that reach nobody, and unmarks those that reach someone again. */
export const checkReachJob = defineJob({
  name: 'flows.check-reach',
  payload: z.object({ tenantId: TenantId }),
  key: ({ tenantId }) => `check-reach:${tenantId}`,
  priority: 1,
});

/** Restores flows that the tariff has again after a payment. */
export const followTariffJob = defineSubscriber({ name: 'flows.follow-tariff', on: [messagesAdded, tariffsChanged] });

/** Ends a flow after its last day. */
export const endFlowJob = defineJob({
  name: 'flows.end-flow',
  payload: z.object({ tenantId: TenantId, flowId: FlowId }),
  key: ({ flowId }) => `end-flow:${flowId}`,
  keyMode: 'replace',
  priority: 1,
});
