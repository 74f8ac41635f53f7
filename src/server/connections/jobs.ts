import { z } from 'zod';
import { BranchId, ConnectionId, ConnectionKind } from '#contract/connections/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { defineEvent } from '#server/platform/events/events.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** Concurrent payload jobs. Reading waits for the vendor's shared rate limit, so more workers would only wait. */
const PAYLOAD_QUEUES = 3;
const READ_QUEUES = 2;

/** Position at which a reading continues; only its source can interpret it. */
export const Cursor = z.record(z.string(), z.union([z.string(), z.number()]));
export type Cursor = Readonly<z.infer<typeof Cursor>>;

const Branch = z.object({ tenantId: TenantId, branchId: BranchId, kind: ConnectionKind });
const Connection = z.object({ tenantId: TenantId, connectionId: ConnectionId, kind: ConnectionKind });

/** Reads what the vendor's payloads to a connection's webhook are about. */
export const readPayloadsJob = defineJob({
  name: 'connections.read-payloads',
  payload: Connection.extend({
    /** The burst of payloads is over. */
    hasWaited: z.boolean().default(false),
  }),
  queue: ({ kind, connectionId }) => queueOf(`${kind}-payloads`, connectionId, PAYLOAD_QUEUES),
  key: ({ connectionId }) => `read-payloads:${connectionId}`,
});

/** Polls a branch for changes since the last poll: webhooks get lost. */
export const pollBranchJob = defineJob({
  name: 'connections.poll-branch',
  payload: Branch,
  queue: ({ kind, branchId }) => queueOf(`${kind}-reads`, branchId, READ_QUEUES),
  key: ({ branchId }) => `poll-branch:${branchId}`,
});

/** Reads a branch from scratch, some pages per run: the branch itself, then the records of the days around today. */
export const syncBranchJob = defineJob({
  name: 'connections.sync-branch',
  payload: Branch.extend({
    /** Null: read the branch itself and its catalogue first. */
    cursor: Cursor.nullable().default(null),
    /** When the reading of the branch started: sets the period of the records, and the start of later polls. */
    startedAt: z.iso.datetime().nullable().default(null),
    /** The vendor's revision when the first page was read; null where it has no revisions. */
    revision: z.number().nullable().default(null),
    /** Records of earlier pages. */
    readCount: z.int().min(0).default(0),
    attempts: z.int().min(0).default(0),
  }),
  queue: ({ kind, branchId }) => queueOf(`${kind}-reads`, branchId, READ_QUEUES),
  key: ({ branchId, cursor }) => `sync-branch:${branchId}:${cursor === null ? 'start' : 'next'}`,
  priority: 5,
});

/** Reads records before the first period of a branch, some pages per run, at the lowest priority. */
export const readPastJob = defineJob({
  name: 'connections.read-past',
  payload: Branch.extend({ cursor: Cursor }),
  queue: ({ kind }) => `${kind}-past`,
  key: ({ branchId }) => `read-past:${branchId}`,
  keyMode: 'replace',
  priority: 8,
});

/** Removes our address from the webhooks of branches that are no longer connected. */
export const dropWebhooksJob = defineJob({
  name: 'connections.drop-webhooks',
  payload: Connection,
  queue: ({ kind, connectionId }) => queueOf(`${kind}-reads`, connectionId, READ_QUEUES),
  key: ({ connectionId }) => `drop-webhooks:${connectionId}`,
  keyMode: 'replace',
  maxAttempts: 5,
  priority: 5,
});

/** Calls an account whose token ends soon, so that it is renewed. */
export const renewTokenJob = defineJob({
  name: 'connections.renew-token',
  payload: z.object({ tenantId: TenantId, connectionId: ConnectionId }),
  queue: ({ connectionId }) => queueOf('renewals', connectionId, READ_QUEUES),
  key: ({ connectionId }) => `renew-token:${connectionId}`,
});

/** Carries out the due writes to the system of a connection, one after another. */
export const runCommandsJob = defineJob({
  name: 'connections.run-commands',
  payload: z.object({ tenantId: TenantId, connectionId: ConnectionId }),
  queue: ({ connectionId }) => `commands:${connectionId}`,
  key: ({ connectionId }) => `run-commands:${connectionId}`,
});

/** Emitted when the owner stops or starts a branch, alone or with its connection. */
export const branchSwitched = defineEvent({
  name: 'branches.switched',
  facts: z.object({ branchId: BranchId, isActive: z.boolean() }),
});

/** Emitted when a branch that was unread for long is read: decisions about its records are made again. */
export const branchCaughtUp = defineEvent({
  name: 'branches.caught_up',
  facts: z.object({ branchId: BranchId }),
});

/** Emitted when a branch has another time zone than before: what was counted by its days is counted again. */
export const branchZoneChanged = defineEvent({
  name: 'branches.zone_changed',
  facts: z.object({ branchId: BranchId, connectionId: ConnectionId }),
});

/** Emitted when a branch gets another channel of its own: messages about it are planned again. */
export const branchChannelChanged = defineEvent({
  name: 'branches.channel_changed',
  facts: z.object({ branchId: BranchId }),
});

function queueOf(name: string, id: string, count: number): string {
  return `${name}:${Number.parseInt(id.slice(-4), 16) % count}`;
}
