import { z } from 'zod';
import { ChannelId } from '#contract/channels/calls.ts';
import { CREDENTIAL_SCHEMAS } from './credential-schemas.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, PastedSecret, TimeZone } from '#contract/primitives.ts';
import type { CredentialWay } from './kind.ts';
import { CONNECTION_KINDS, connectionKind } from './kinds.ts';
import { type BOOKING_RIGHTS, CONNECTION_TROUBLES, CRM_RIGHTS } from './values.ts';

export const ConnectionId = z.uuid().brand<'ConnectionId'>();
export type ConnectionId = z.infer<typeof ConnectionId>;
export const BranchId = z.uuid().brand<'BranchId'>();
export type BranchId = z.infer<typeof BranchId>;

export const ConnectionKind = z.enum(CONNECTION_KINDS);
export type ConnectionKind = z.infer<typeof ConnectionKind>;

export const ConnectionState = z.enum(['working', 'attention', 'broken']);
export const ConnectionTrouble = z.enum(CONNECTION_TROUBLES);
export type ConnectionTrouble = z.infer<typeof ConnectionTrouble>;

/** Rights of the connected user without which features do not work (the specification, section 6). */
export const CrmRight = z.enum(CRM_RIGHTS);
export type CrmRight = z.infer<typeof CrmRight>;
export type BookingRight = (typeof BOOKING_RIGHTS)[number];

/** A place of business, as the booking system has it. */
export const Branch = z.object({
  id: BranchId,
  connectionId: ConnectionId,
  /** The vendor's id, which owners see in its URLs. */
  externalId: z.string(),
  title: z.string(),
  city: z.string().nullable(),
  timeZone: TimeZone,
  currency: z.string(),
  isActive: z.boolean(),
  activeMastersCount: z.int(),
  webhooksCount: z.int(),
  /** `foreign`: another address is entered, and the vendor stores one only. */
  webhooksState: z.enum(['none', 'set', 'manual', 'foreign']),
  /** Host of the address entered instead of ours. */
  webhooksHost: z.string().nullable(),
  /** Whether contacts' birthdays and opt-outs from mailings can be requested; null: unknown, or the kind has none. */
  hasLoyalty: z.boolean().nullable(),
  /** The channel that stands for the others of its messenger in messages about the branch; null: the cabinet's order. */
  channelId: ChannelId.nullable(),
  missingRights: z.array(CrmRight),
  isLicenceActive: z.boolean(),
  lastEventAt: Instant.nullable(),
  syncedAt: Instant.nullable(),
  /** When the current reading from scratch started; null: there is none. */
  syncBeganAt: Instant.nullable(),
  /** Visits or orders read by the current or last reading from scratch. */
  syncReadCount: z.int(),
  /** Their total number, where the vendor sends it. */
  syncTotalCount: z.int().nullable(),
  /** Everything the vendor changed before this is read. */
  changedUntil: Instant.nullable(),
  syncError: z.string().nullable(),
});
export type Branch = z.infer<typeof Branch>;

export const Connection = z.object({
  id: ConnectionId,
  kind: ConnectionKind,
  title: z.string(),
  state: ConnectionState,
  trouble: ConnectionTrouble.nullable(),
  troubleText: z.string().nullable(),
  lastCheckedAt: Instant.nullable(),
  lastEventAt: Instant.nullable(),
  unreadableCount: z.int(),
  /** Writes to it that were refused, or whose outcome is unknown. */
  failedCommandsCount: z.int(),
  branches: z.array(Branch),
  /** The URL the vendor must post to, when it has to be entered by hand; empty where no vendor posts. */
  webhookUrl: z.string(),
  /** The token the vendor must send, when it has to be entered by hand too. */
  webhookToken: z.string().nullable(),
  /** Signatures of the payloads; null where the kind has none. */
  signatures: z
    .object({
      isVerified: z.boolean(),
      /** Payloads that were refused since the secret was last entered. */
      failures: z.int(),
      failedAt: Instant.nullable(),
    })
    .nullable(),
  /** Another account that posted to the address, and was refused; null: none since the secret was last entered. */
  foreignAccount: z.object({ name: z.string(), at: Instant }).nullable(),
  /** Until when calls are let in, where the access ends by itself; `isRenewed`: we renew it before. */
  access: z.object({ until: Instant, isRenewed: z.boolean() }).nullable(),
});
export type Connection = z.infer<typeof Connection>;

export const OfferedBranch = z.object({
  externalId: z.string(),
  title: z.string(),
  city: z.string().nullable(),
  address: z.string().nullable(),
});

/**
 * A field the vendor sends and does not document: it is ignored and counted, by path and without its value;
 * `OTHER_FIELDS` stands for fields beyond the limit.
 */
export const UnknownField = z.object({ field: z.string(), count: z.int(), lastSeenAt: Instant });
export type UnknownField = z.infer<typeof UnknownField>;

export const listConnections = endpoint({
  method: 'GET',
  path: '/api/v1/connections',
  access: 'member',
  summary: 'Connected booking systems and CRMs.',
  query: z.object({ kind: ConnectionKind.optional() }),
  reply: z.object({ connections: z.array(Connection) }),
});

export const getConnection = endpoint({
  method: 'GET',
  path: '/api/v1/connections/:connectionId',
  access: 'member',
  summary: 'One connection with its branches and health.',
  params: z.object({ connectionId: ConnectionId }),
  reply: Connection.extend({
    unreadable: z.array(z.object({ receivedAt: Instant, problem: z.string(), body: z.string() })),
    /** The most frequent first, at most 51; the last stands for fields beyond the limit. */
    unknownFields: z.array(UnknownField),
  }),
  problems: ['connection.not_found'],
});

/** Builds the body of `kind` and the fields of one way, side by side. */
export function offerBodyOf(kind: ConnectionKind, way: CredentialWay) {
  return z.object({
    kind: z.literal(kind),
    ...Object.fromEntries(
      way.fields.map(({ name, shape, isOptional }) => [
        name,
        isOptional ? CREDENTIAL_SCHEMAS[shape].or(z.literal('')).optional() : CREDENTIAL_SCHEMAS[shape],
      ]),
    ),
  });
}

export type OfferBody = { kind: ConnectionKind } & Record<string, string>;

// NOTE: a union of schemas built from declarations has no static types; `OfferBody` is what they parse to.
const AnyCredentials = z.union(
  CONNECTION_KINDS.flatMap((kind) => connectionKind(kind).ways.map((way) => offerBodyOf(kind, way))),
) as unknown as z.ZodType<OfferBody, OfferBody>;

/** Step 1: checks the credentials. Returns them for step 2, encrypted for this tenant. */
export const offerBranches = endpoint({
  method: 'POST',
  path: '/api/v1/connections/branches',
  access: 'owner',
  summary: 'Checks credentials of an outside system and lists the branches they open.',
  ratePerMinute: 20,
  body: AnyCredentials,
  reply: z.object({ ticket: z.string(), branches: z.array(OfferedBranch) }),
  problems: ['connection.check_failed', 'provider.unreachable'],
});

/**
 * Step 2: connects the chosen branches. Choosing again with a fresh ticket adds, removes or renews. Where a system
 * posts
 * to one address only and another is entered already, the call is refused with its host until the owner decides.
 */
export const connectBranches = endpoint({
  method: 'POST',
  path: '/api/v1/connections',
  access: 'owner',
  summary: 'Connects branches of an outside system: registers the webhook and begins to read.',
  takesIdempotencyKey: true,
  ratePerMinute: 20,
  body: z.object({
    kind: ConnectionKind,
    ticket: z.string().max(4000),
    branchExternalIds: z.array(z.string().max(280)).min(1, { error: 'required' }).max(200),
    /** `take`: our address replaces others; `leave`: the others stay, and the system is polled. */
    foreignWebhooks: z.enum(['take', 'leave']).optional(),
  }),
  reply: Connection,
  problems: [
    'connection.check_failed',
    'connection.branch_taken',
    'connection.branch_elsewhere',
    'connection.hooks_foreign',
    'provider.unreachable',
  ],
});

/** For a branch whose system posts to another address. */
export const takeBranchWebhooks = endpoint({
  method: 'POST',
  path: '/api/v1/connections/:connectionId/branches/:branchId/hooks',
  access: 'owner',
  summary: "Puts our webhook in another's place.",
  takesIdempotencyKey: true,
  ratePerMinute: 20,
  params: z.object({ connectionId: ConnectionId, branchId: BranchId }),
  reply: Connection,
  problems: ['connection.not_found', 'branch.not_found', 'connection.check_failed', 'provider.unreachable'],
});

export const changeSignatures = endpoint({
  method: 'PATCH',
  path: '/api/v1/connections/:connectionId/signatures',
  access: 'owner',
  summary: 'Stores a secret by which an outside system signs, or switches the verification of signatures.',
  params: z.object({ connectionId: ConnectionId }),
  body: z.object({ secret: PastedSecret.optional(), isVerified: z.boolean().optional() }),
  reply: Connection,
  problems: ['connection.not_found'],
});

export const resyncConnection = endpoint({
  method: 'POST',
  path: '/api/v1/connections/:connectionId/resync',
  access: 'member',
  summary: 'Reads everything of the connection again, in the background.',
  takesIdempotencyKey: true,
  ratePerMinute: 10,
  params: z.object({ connectionId: ConnectionId }),
  reply: Connection,
  problems: ['connection.not_found'],
});

export const setBranchActive = endpoint({
  method: 'PATCH',
  path: '/api/v1/connections/:connectionId/branches/:branchId',
  access: 'owner',
  summary: 'Starts or stops messaging for one branch.',
  params: z.object({ connectionId: ConnectionId, branchId: BranchId }),
  body: z.object({ isActive: z.boolean() }),
  reply: Connection,
  problems: ['connection.not_found', 'branch.not_found'],
});

/** Planned messages follow. */
export const setBranchChannel = endpoint({
  method: 'PUT',
  path: '/api/v1/connections/:connectionId/branches/:branchId/channel',
  access: 'owner',
  summary: 'Chooses the channel that stands for the others of its messenger in messages about one branch.',
  params: z.object({ connectionId: ConnectionId, branchId: BranchId }),
  body: z.object({ channelId: ChannelId.nullable() }),
  reply: Connection,
  problems: ['connection.not_found', 'branch.not_found', 'channel.not_found'],
});

export const removeConnection = endpoint({
  method: 'DELETE',
  path: '/api/v1/connections/:connectionId',
  access: 'owner',
  summary: 'Disconnects; flows of its branches stop, history stays.',
  params: z.object({ connectionId: ConnectionId }),
  problems: ['connection.not_found'],
});

/** For Undo. */
export const restoreConnection = endpoint({
  method: 'POST',
  path: '/api/v1/connections/:connectionId/restore',
  access: 'owner',
  summary: 'Takes a disconnection back.',
  params: z.object({ connectionId: ConnectionId }),
  reply: Connection,
  problems: ['connection.not_found', 'connection.branch_elsewhere', 'connection.already_connected'],
});
