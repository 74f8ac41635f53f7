import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, Language, TimeZone } from '#contract/primitives.ts';
import { MemberId, MemberRole } from '#contract/tenants/ids.ts';
import { Code, Email, OwnPassword, Password, Tokens } from './calls.ts';

/** Invites a person to the cabinet. */
export const InvitationId = z.uuid().brand<'InvitationId'>();
export type InvitationId = z.infer<typeof InvitationId>;

export const CabinetMember = z.object({
  id: MemberId,
  /** The full name; empty where none was given. */
  name: z.string(),
  email: z.string(),
  role: MemberRole,
  /** When a page of theirs last refreshed its session; null before the first sign-in, or long after the last. */
  lastSeenAt: Instant.nullable(),
  hasSecondFactor: z.boolean(),
  isYou: z.boolean(),
});
export type CabinetMember = z.infer<typeof CabinetMember>;

/** An invitation that was neither accepted nor withdrawn; its link may be over. */
export const Invitation = z.object({
  id: InvitationId,
  email: z.string(),
  role: MemberRole,
  sentAt: Instant,
  expiresAt: Instant,
  isExpired: z.boolean(),
});
export type Invitation = z.infer<typeof Invitation>;

export const MemberList = z.object({
  /** Owners first, then by name. */
  members: z.array(CabinetMember),
  /** The latest first. */
  invitations: z.array(Invitation),
  /** Whether sessions without a second factor are refused. */
  requiresSecondFactor: z.boolean(),
});
export type MemberList = z.infer<typeof MemberList>;

const byMember = z.object({ memberId: MemberId });
const byInvitation = z.object({ invitationId: InvitationId });

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/v1/Account/Members',
  access: 'owner',
  summary: 'The members of the cabinet and the invitations that wait for an answer; at most 100 together.',
  reply: MemberList,
});

export const inviteMember = endpoint({
  method: 'POST',
  path: '/api/v1/Account/Invitations',
  access: 'owner',
  summary: 'Mails an invitation, valid for 7 days. A second one to the same e-mail replaces the first.',
  takesIdempotencyKey: true,
  ratePerMinute: 20,
  body: z.object({
    email: Email,
    role: MemberRole,
    /** Language of the mail; the caller's when left out. */
    language: Language.optional(),
    /** Needed to invite an owner. */
    password: OwnPassword.optional(),
  }),
  reply: Invitation,
  problems: [
    'auth.password_wrong',
    'member.already_here',
    'member.of_another_cabinet',
    'member.cabinet_full',
    'member.too_many_invitations',
    'request.too_often',
    'server.unavailable',
  ],
});

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/api/v1/Account/Invitations/:invitationId/Resend',
  access: 'owner',
  summary: 'Mails an invitation again; its 7 days begin anew.',
  takesIdempotencyKey: true,
  params: byInvitation,
  reply: Invitation,
  problems: ['invitation.not_found', 'member.too_many_invitations', 'request.too_often', 'server.unavailable'],
});

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/api/v1/Account/Invitations/:invitationId',
  access: 'owner',
  summary: 'Withdraws an invitation: its link works no more. One that is withdrawn already is answered the same.',
  params: byInvitation,
  problems: ['invitation.not_found'],
});

export const changeMemberRole = endpoint({
  method: 'PUT',
  path: '/api/v1/Account/Members/:memberId/Role',
  access: 'owner',
  summary: 'Changes the role of a member. Making an owner needs the password of the caller.',
  params: byMember,
  body: z.object({ role: MemberRole, password: OwnPassword.optional() }),
  problems: ['member.not_found', 'member.last_owner', 'member.of_demo', 'auth.password_wrong', 'request.too_often'],
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/v1/Account/Members/:memberId',
  access: 'owner',
  summary: 'Removes a member: all their sessions end at once, and their conversations are nobody’s.',
  params: byMember,
  problems: ['member.not_found', 'member.last_owner', 'member.of_demo'],
});

export const handOverCabinet = endpoint({
  method: 'POST',
  path: '/api/v1/Account/Members/:memberId/HandOver',
  access: 'owner',
  summary: 'Makes a member an owner and the caller staff.',
  params: byMember,
  body: z.object({ password: OwnPassword }),
  problems: ['member.not_found', 'member.of_demo', 'auth.password_wrong', 'request.too_often'],
});

export const openInvitation = endpoint({
  method: 'POST',
  path: '/api/v1/Account/Invitation/Open',
  access: 'public',
  summary: 'What an invitation is about, by the code of its link.',
  ratePerMinute: 60,
  body: z.object({ code: Code }),
  reply: z.object({
    tenantName: z.string(),
    email: z.string(),
    role: MemberRole,
    invitedBy: z.string(),
    language: Language,
  }),
  problems: ['auth.code_invalid'],
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/v1/Account/Invitation/Accept',
  access: 'public',
  summary: 'Makes a member of the invited person, once, and signs them in.',
  takesIdempotencyKey: true,
  ratePerMinute: 30,
  body: z.object({
    code: Code,
    fullName: z.string().trim().min(1, { error: 'required' }).max(120, { error: 'too_long' }),
    password: Password,
    timeZone: TimeZone.optional(),
  }),
  reply: Tokens,
  problems: ['auth.code_invalid', 'member.of_another_cabinet'],
});
