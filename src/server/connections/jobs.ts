import { z } from 'zod';
import { BranchId, ConnectionId } from '#contract/connections.ts';
import { TenantId } from '#contract/tenants.ts';
import { defineEvent } from '#server/platform/events.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** Reading waits for the vendor's limit, which all share; more workers than these would only wait together. */
const POST_LANES = 3;
const READ_LANES = 2;

/** Looks at what the vendor posted to a connection's webhook. */
export const readPayloadJob = defineJob({
  name: 'connections.read-posts',
  payload: z.object({
    tenantId: TenantId,
    connectionId: ConnectionId,
    /** A burst of posts has been waited for. */
    hasWaited: z.boolean().default(false),
  }),
  queue: ({ connectionId }) => laneOf('booking-posts', connectionId, POST_LANES),
  key: ({ connectionId }) => `read-posts:${connectionId}`,
});

/** Asks a branch for what changed since it was last asked: webhooks get lost. */
export const pollBranchJob = defineJob({
  name: 'connections.poll-branch',
  payload: z.object({ tenantId: TenantId, branchId: BranchId }),
  queue: ({ branchId }) => laneOf('booking-reads', branchId, READ_LANES),
  key: ({ branchId }) => `poll-branch:${branchId}`,
});

/** Reads a branch from scratch, a slice at a time: what the branch is, whom and what it offers, then its records. */
export const syncBranchJob = defineJob({
  name: 'connections.sync-branch',
  payload: z.object({
    tenantId: TenantId,
    branchId: BranchId,
    /** 0 reads the branch and its catalogue; from 1 on, pages of records. */
    page: z.int().min(0).default(0),
    /** When page 0 was read: the period of the records, and since when changes are to be asked for. */
    startedAt: z.iso.datetime().nullable().default(null),
    /** Records of the pages before. */
    readCount: z.int().min(0).default(0),
    tries: z.int().min(0).default(0),
  }),
  queue: ({ branchId }) => laneOf('booking-reads', branchId, READ_LANES),
  key: ({ branchId, page }) => `sync-branch:${branchId}:${page === 0 ? 'start' : 'next'}`,
  priority: 5,
});

/** Looks at what a system of orders posted to a connection's webhook. */
export const readOrderPayloadsJob = defineJob({
  name: 'connections.read-order-posts',
  payload: z.object({ tenantId: TenantId, connectionId: ConnectionId }),
  queue: ({ connectionId }) => laneOf('order-posts', connectionId, POST_LANES),
  key: ({ connectionId }) => `read-order-posts:${connectionId}`,
});

/** Asks a branch for orders that changed since it was last asked: webhooks get lost. */
export const pollOrdersJob = defineJob({
  name: 'connections.poll-orders',
  payload: z.object({ tenantId: TenantId, branchId: BranchId }),
  queue: ({ branchId }) => laneOf('order-reads', branchId, READ_LANES),
  key: ({ branchId }) => `poll-orders:${branchId}`,
});

/** Reads a branch from scratch: what it is, whose address it posts to, and the orders of the days around. */
export const syncOrdersJob = defineJob({
  name: 'connections.sync-orders',
  payload: z.object({ tenantId: TenantId, branchId: BranchId, tries: z.int().min(0).default(0) }),
  queue: ({ branchId }) => laneOf('order-reads', branchId, READ_LANES),
  key: ({ branchId }) => `sync-orders:${branchId}`,
  priority: 5,
});

/** As `dropWebhooksJob`, of a system of orders. */
export const dropOrderWebhooksJob = defineJob({
  name: 'connections.drop-order-hooks',
  payload: z.object({ tenantId: TenantId, connectionId: ConnectionId }),
  queue: ({ connectionId }) => laneOf('order-reads', connectionId, READ_LANES),
  key: ({ connectionId }) => `drop-order-hooks:${connectionId}`,
  keyMode: 'replace',
  maxAttempts: 5,
  priority: 5,
});

/** Takes our address out of the webhooks of branches that are not connected any more. */
export const dropWebhooksJob = defineJob({
  name: 'connections.drop-hooks',
  payload: z.object({ tenantId: TenantId, connectionId: ConnectionId }),
  queue: ({ connectionId }) => laneOf('booking-reads', connectionId, READ_LANES),
  key: ({ connectionId }) => `drop-hooks:${connectionId}`,
  keyMode: 'replace',
  maxAttempts: 5,
  priority: 5,
});

/** The owner stopped or started a branch, alone or with its connection. */
export const branchSwitched = defineEvent({
  name: 'branches.switched',
  facts: z.object({ branchId: BranchId, isActive: z.boolean() }),
});

function laneOf(name: string, id: string, lanes: number): string {
  return `${name}:${Number.parseInt(id.slice(-4), 16) % lanes}`;
}
