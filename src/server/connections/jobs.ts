import { z } from 'zod';
import { BranchId, ConnectionId, ConnectionKind } from '#contract/connections.ts';
import { TenantId } from '#contract/tenants.ts';
import { defineEvent } from '#server/platform/events.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** Reading waits for the vendor's limit, which all share; more workers than these would only wait together. */
const PAYLOAD_LANES = 3;
const READ_LANES = 2;

/** Where a reading goes on; its source alone knows what it says. */
export const Cursor = z.record(z.string(), z.union([z.string(), z.number()]));
export type Cursor = Readonly<z.infer<typeof Cursor>>;

const Branch = z.object({ tenantId: TenantId, branchId: BranchId, kind: ConnectionKind });
const Connection = z.object({ tenantId: TenantId, connectionId: ConnectionId, kind: ConnectionKind });

/** Looks at what the vendor posted to a connection's webhook. */
export const readPayloadsJob = defineJob({
  name: 'connections.read-payloads',
  payload: Connection.extend({
    /** A burst of payloads has been waited for. */
    hasWaited: z.boolean().default(false),
  }),
  queue: ({ kind, connectionId }) => laneOf(`${kind}-payloads`, connectionId, PAYLOAD_LANES),
  key: ({ connectionId }) => `read-payloads:${connectionId}`,
});

/** Asks a branch for what changed since it was last asked: webhooks get lost. */
export const pollBranchJob = defineJob({
  name: 'connections.poll-branch',
  payload: Branch,
  queue: ({ kind, branchId }) => laneOf(`${kind}-reads`, branchId, READ_LANES),
  key: ({ branchId }) => `poll-branch:${branchId}`,
});

/** Reads a branch from scratch, some pages a run: what the branch is, then the records of the days around. */
export const syncBranchJob = defineJob({
  name: 'connections.sync-branch',
  payload: Branch.extend({
    /** Null reads the branch itself and what it offers. */
    cursor: Cursor.nullable().default(null),
    /** When the branch was read: the period of the records, and since when changes are to be asked for. */
    startedAt: z.iso.datetime().nullable().default(null),
    /** The vendor's number of the last change when the first page was read; null where it does not count them. */
    revision: z.number().nullable().default(null),
    /** Records of the pages before. */
    readCount: z.int().min(0).default(0),
    tries: z.int().min(0).default(0),
  }),
  queue: ({ kind, branchId }) => laneOf(`${kind}-reads`, branchId, READ_LANES),
  key: ({ branchId, cursor }) => `sync-branch:${branchId}:${cursor === null ? 'start' : 'next'}`,
  priority: 5,
});

/** Reads what was before the days a branch is read for at first, some pages a run, behind everything else. */
export const readPastJob = defineJob({
  name: 'connections.read-past',
  payload: Branch.extend({ cursor: Cursor }),
  queue: ({ kind }) => `${kind}-past`,
  key: ({ branchId }) => `read-past:${branchId}`,
  keyMode: 'replace',
  priority: 8,
});

/** Takes our address out of the webhooks of branches that are not connected any more. */
export const dropWebhooksJob = defineJob({
  name: 'connections.drop-webhooks',
  payload: Connection,
  queue: ({ kind, connectionId }) => laneOf(`${kind}-reads`, connectionId, READ_LANES),
  key: ({ connectionId }) => `drop-webhooks:${connectionId}`,
  keyMode: 'replace',
  maxAttempts: 5,
  priority: 5,
});

/** The owner stopped or started a branch, alone or with its connection. */
export const branchSwitched = defineEvent({
  name: 'branches.switched',
  facts: z.object({ branchId: BranchId, isActive: z.boolean() }),
});

/** A branch that had not been read for long is read: what was decided about its records is decided again. */
export const branchCaughtUp = defineEvent({
  name: 'branches.caught_up',
  facts: z.object({ branchId: BranchId }),
});

function laneOf(name: string, id: string, lanes: number): string {
  return `${name}:${Number.parseInt(id.slice(-4), 16) % lanes}`;
}
