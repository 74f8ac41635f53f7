import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Instant, PastedSecret, TimeZone } from './primitives.ts';
import { CONNECTION_KINDS } from './connection-kinds.ts';
import { CONNECTION_TROUBLES, CRM_RIGHTS } from './values.ts';

export const ConnectionId = z.uuid().brand<'ConnectionId'>();
export type ConnectionId = z.infer<typeof ConnectionId>;
export const BranchId = z.uuid().brand<'BranchId'>();
export type BranchId = z.infer<typeof BranchId>;

export const ConnectionKind = z.enum(CONNECTION_KINDS);
export type ConnectionKind = z.infer<typeof ConnectionKind>;

export const ConnectionState = z.enum(['working', 'attention', 'broken']);
export const ConnectionTrouble = z.enum(CONNECTION_TROUBLES);
export type ConnectionTrouble = z.infer<typeof ConnectionTrouble>;

/** Rights of the connected user whose lack blocks features (the specification, section 6). */
export const CrmRight = z.enum(CRM_RIGHTS);
export type CrmRight = z.infer<typeof CrmRight>;

/** A place of business, as the booking system has it. */
export const Branch = z.object({
  id: BranchId,
  connectionId: ConnectionId,
  /** The vendor's id, which owners know from its address bar. */
  externalId: z.string(),
  title: z.string(),
  city: z.string().nullable(),
  timeZone: TimeZone,
  currency: z.string(),
  isActive: z.boolean(),
  activeMastersCount: z.int(),
  webhooksCount: z.int(),
  /** `foreign`: another address is entered, and there is room for one. */
  webhooksState: z.enum(['none', 'set', 'manual', 'foreign']),
  /** Whose address stands where ours should. */
  webhooksHost: z.string().nullable(),
  /** Whether customers' birthdays and wishes can be asked for; null: not known, or nothing of such systems. */
  hasLoyalty: z.boolean().nullable(),
  missingRights: z.array(CrmRight),
  isLicenceActive: z.boolean(),
  lastEventAt: Instant.nullable(),
  syncedAt: Instant.nullable(),
  /** Since when everything is being read; null: it is not. */
  syncBeganAt: Instant.nullable(),
  /** Visits or orders of the reading that is under way, or of the last one. */
  syncReadCount: z.int(),
  /** How many there are, where the vendor says. */
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
  branches: z.array(Branch),
  /** Where the vendor must post, when it has to be entered by hand. */
  webhookUrl: z.string(),
  /** What the vendor must send along, when that has to be entered by hand too. */
  webhookToken: z.string().nullable(),
});
export type Connection = z.infer<typeof Connection>;

export const VendorLogin = z.object({
  login: z.string().trim().min(1, { error: 'required' }).max(200),
  password: z.string().min(1, { error: 'required' }).max(200),
});
export const VendorToken = z.object({ userToken: PastedSecret });

/** Either the vendor's login and password, which are used once and not kept, or a user token. */
export const VendorCredentials = z.union([VendorLogin, VendorToken]);

export const OfferedBranch = z.object({
  externalId: z.string(),
  title: z.string(),
  city: z.string().nullable(),
  address: z.string().nullable(),
});

/**
 * A field the vendor sends and does not document: it is passed over and counted. By path, without what it holds;
 * `OTHER_FIELDS` stands for those there was no room for.
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
    /** The most frequent first, at most 51; the last stands for all there was no room for. */
    unknownFields: z.array(UnknownField),
  }),
  problems: ['connection.not_found'],
});

export const offerYclientsBranches = offerOf('/api/v1/connections/yclients/branches', 'YCLIENTS');
export const connectYclients = connectOf('/api/v1/connections/yclients', 'YCLIENTS');
export const offerAltegioBranches = offerOf('/api/v1/connections/altegio/branches', 'Altegio');
export const connectAltegio = connectOf('/api/v1/connections/altegio', 'Altegio');

/** Step 1: who is it, and which branches are there. Answers the token to hand back in step 2, encrypted for this tenant. */
function offerOf<const Path extends string>(path: Path, vendor: string) {
  return endpoint({
    method: 'POST',
    path,
    access: 'owner',
    summary: `Checks credentials of ${vendor} and lists the branches they open.`,
    ratePerMinute: 20,
    body: VendorCredentials,
    reply: z.object({ ticket: z.string(), branches: z.array(OfferedBranch) }),
    problems: ['connection.check_failed', 'provider.unreachable'],
  });
}

/** Step 2: connect the chosen branches. Choosing again with a fresh ticket adds, removes or renews. */
function connectOf<const Path extends string>(path: Path, vendor: string) {
  return endpoint({
    method: 'POST',
    path,
    access: 'owner',
    summary: `Connects branches of ${vendor}: registers the webhook and begins to read.`,
    ratePerMinute: 20,
    body: z.object({
      ticket: z.string().max(4000),
      branchExternalIds: z.array(z.string().max(40)).min(1, { error: 'required' }).max(200),
    }),
    reply: Connection,
    problems: [
      'connection.check_failed',
      'connection.branch_taken',
      'connection.branch_elsewhere',
      'provider.unreachable',
    ],
  });
}

/** `apiLogin` opens what the restaurant's partner made for us; `apiKey` is made by the restaurant itself in iikoWeb. */
export const IikoApiLogin = z.object({ apiLogin: PastedSecret });
export const IikoApiKey = z.object({ apiKey: PastedSecret });
export const IikoCredentials = z.union([IikoApiLogin, IikoApiKey]);

/** Step 1: which organizations are there. Answers the credentials to hand back in step 2, encrypted for this tenant. */
export const offerIikoOrganizations = endpoint({
  method: 'POST',
  path: '/api/v1/connections/iiko/organizations',
  access: 'owner',
  summary: 'Checks an API login or API key of iiko and lists the organizations it opens.',
  ratePerMinute: 20,
  body: IikoCredentials,
  reply: z.object({ ticket: z.string(), branches: z.array(OfferedBranch) }),
  problems: ['connection.check_failed', 'provider.unreachable'],
});

/**
 * Step 2: connect the chosen organizations. iiko posts to one address only: where another is entered already, the
 * call is refused with its host until the owner says what to do.
 */
export const connectIiko = endpoint({
  method: 'POST',
  path: '/api/v1/connections/iiko',
  access: 'owner',
  summary: 'Connects organizations of iiko: registers the webhook and begins to read.',
  ratePerMinute: 20,
  body: z.object({
    ticket: z.string().max(4000),
    branchExternalIds: z.array(z.string().max(64)).min(1, { error: 'required' }).max(200),
    /** `take`: our address replaces others; `leave`: theirs stay, and orders are asked for every two minutes. */
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

/** For a branch whose system posts to somebody else. */
export const takeBranchWebhooks = endpoint({
  method: 'POST',
  path: '/api/v1/connections/:connectionId/branches/:branchId/hooks',
  access: 'owner',
  summary: "Puts our webhook in another's place.",
  ratePerMinute: 20,
  params: z.object({ connectionId: ConnectionId, branchId: BranchId }),
  reply: Connection,
  problems: ['connection.not_found', 'branch.not_found', 'connection.check_failed', 'provider.unreachable'],
});

export const resyncConnection = endpoint({
  method: 'POST',
  path: '/api/v1/connections/:connectionId/resync',
  access: 'member',
  summary: 'Reads everything of the connection again, in the background.',
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
