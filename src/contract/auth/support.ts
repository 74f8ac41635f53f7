import { z } from 'zod';
import { UserParams } from '#contract/admin/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, PageQuery, pageOf } from '#contract/primitives.ts';
import { MemberId, TenantId } from '#contract/tenants/ids.ts';
import { SHORTEST_REASON } from './support-values.ts';

/** A support session: an admin in a cabinet as one of its members. */
export const SupportSessionId = z.uuid().brand<'SupportSessionId'>();
export type SupportSessionId = z.infer<typeof SupportSessionId>;

const Reason = z.string().trim().min(SHORTEST_REASON, { error: 'too_short' }).max(500, { error: 'too_long' });

export const SupportSession = z.object({
  id: SupportSessionId,
  userId: MemberId,
  userName: z.string(),
  userGuid: TenantId,
  adminName: z.string(),
  reason: z.string(),
  isEmergency: z.boolean(),
  /** The reason for changes; null where none were allowed. */
  changeReason: z.string().nullable(),
  startedAt: Instant,
  isRunning: z.boolean(),
  /** Null while it is running, and where it ran out. */
  endedAt: Instant.nullable(),
  endedBy: z.string().nullable(),
});
export type SupportSession = z.infer<typeof SupportSession>;

export const enterSupport = endpoint({
  method: 'POST',
  path: '/api/v1/Admin/Users/:userId/SupportSessions',
  access: 'admin',
  summary:
    'Enters the cabinet of a person as support, to look, for 30 minutes; a session of the admin that is running ends. The token is not refreshed.',
  params: UserParams,
  ratePerMinute: 20,
  body: z.object({
    reason: Reason,
    /** Enters although the owner forbids it; super-admins alone. */
    isEmergency: z.boolean().default(false),
  }),
  reply: z.object({ supportSessionId: SupportSessionId, token: z.string() }),
  problems: ['member.not_found', 'support.of_admin', 'support.own_cabinet', 'support.not_allowed', 'request.too_often'],
});

export const listSupportSessions = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/SupportSessions',
  access: 'admin',
  summary: 'Support sessions of all admins, running and past, the latest first.',
  query: PageQuery.extend({ userId: MemberId.optional() }),
  reply: pageOf(SupportSession),
});

export const stopSupportSession = endpoint({
  method: 'POST',
  path: '/api/v1/Admin/SupportSessions/:supportSessionId/End',
  access: 'admin',
  summary: 'Ends a support session at once. One that is over already is answered the same.',
  params: z.object({ supportSessionId: SupportSessionId }),
  problems: ['support.not_found'],
});

/** The running support session, as its own pages show it. */
export const CurrentSupport = z.object({
  id: SupportSessionId,
  userName: z.string(),
  tenantName: z.string(),
  reason: z.string(),
  isEmergency: z.boolean(),
  secondsLeft: z.int(),
  /** 0: it may only look. */
  changeSecondsLeft: z.int(),
  mayProlong: z.boolean(),
});
export type CurrentSupport = z.infer<typeof CurrentSupport>;

const CurrentSupportReply = z.object({ support: CurrentSupport.nullable() });

export const currentSupport = endpoint({
  method: 'GET',
  path: '/api/v1/Account/Support',
  access: 'member',
  summary: 'The support session that the call is made in; null in a session of a member.',
  reply: CurrentSupportReply,
});

export const allowSupportChanges = endpoint({
  method: 'POST',
  path: '/api/v1/Account/Support/Changes',
  access: 'member',
  summary: 'Lets the support session change settings for 15 minutes, for a reason of its own.',
  body: z.object({ reason: Reason }),
  reply: CurrentSupportReply,
  problems: ['support.none'],
});

export const prolongSupport = endpoint({
  method: 'POST',
  path: '/api/v1/Account/Support/Prolong',
  access: 'member',
  summary: 'Prolongs the support session by 30 minutes, once.',
  reply: CurrentSupportReply,
  problems: ['support.none', 'support.prolonged'],
});

export const endSupport = endpoint({
  method: 'POST',
  path: '/api/v1/Account/Support/End',
  access: 'member',
  summary: 'Ends the support session that the call is made in.',
  problems: ['support.none'],
});

const SupportRule = z.object({ isAllowed: z.boolean() });

export const getSupportRule = endpoint({
  method: 'GET',
  path: '/api/v1/Account/SupportRule',
  access: 'owner',
  summary: 'Whether support may enter the cabinet; it may until an owner forbids it.',
  reply: SupportRule,
});

export const setSupportRule = endpoint({
  method: 'PUT',
  path: '/api/v1/Account/SupportRule',
  access: 'owner',
  summary:
    'Lets support enter the cabinet, or forbids it: sessions that are running end, those of an emergency excepted.',
  body: SupportRule,
  reply: SupportRule,
});
