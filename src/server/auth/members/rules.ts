import type { TokenRole } from '#contract/auth/calls.ts';
import type { Language } from '#contract/primitives.ts';
import type { MemberId, MemberRole, TenantId } from '#contract/tenants/ids.ts';

/** A person who signs in to a tenant. */
export type Member = {
  tenantId: TenantId;
  id: MemberId;
  email: string;
  /** E.164. */
  phone: string | null;
  fullName: string | null;
  role: MemberRole;
  /** Right over other tenants, for the operator's own people. */
  operatorRole: 'admin' | 'super_admin' | null;
  isPartner: boolean;
  isTestUser: boolean;
  language: Language;
  timeZone: string;
  emailConfirmedAt: Temporal.Instant | null;
  phoneConfirmedAt: Temporal.Instant | null;
  skipsWeeklyYclientsReport: boolean;
  skipsWeeklyIikoReport: boolean;
  /** Since when they sign in no more. */
  removedAt: Temporal.Instant | null;
};

/** How long an access token is good for; the session behind it is asked on every call. */
export const ACCESS_MINUTES = 10;

/** A session ends when it was not refreshed for so long. */
export const SESSION_DAYS = 60;

/** All refreshes of one token within this time get the same successor: tabs of one browser race each other. */
export const REFRESH_GRACE_MS = 10_000;

export const RESET_CODE_HOURS = 1;
/** As long as it takes until another link may be mailed: strangers who ask for links leave the owner a valid one. */
export const LOGIN_CODE_HOURS = 1;
export const CONFIRM_CODE_DAYS = 7;

/**
 * Wrong passwords for one e-mail from places it never signed in from, and from one address: 10 at once and 10 more as the
 * hour passes, so at most 20 in any hour.
 */
export const LOGIN_ATTEMPTS = { limit: 10, periodMs: 60 * 60_000 };

export const INVITATION_DAYS = 7;

/** Invitation mails of one cabinet: so many at once, and as many more as a day passes. */
export const INVITATIONS_PER_CABINET = { limit: 20, periodMs: 24 * 60 * 60_000 };

/** Members and open invitations of one cabinet together. */
export const MEMBERS_AT_MOST = 100;

/** Mails of one purpose to one e-mail. */
export const MAILS_PER_EMAIL = { limit: 5, periodMs: 60 * 60_000 };

/** E-mails are compared and kept in lower case. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Whether a change would leave the cabinet without an owner. */
export function leavesNoOwner(owners: readonly MemberId[], changed: MemberId): boolean {
  return owners.every((id) => id === changed);
}

export function tokenRoleOf(operatorRole: Member['operatorRole']): TokenRole {
  return operatorRole ?? 'user';
}

/**
 * Decides whether an authentic refresh token is current, recently exchanged or reused. One whose successor was
 * exchanged too is reused, however recent: tabs that race each other are one generation apart at most.
 */
export function judgeRefresh(
  token: { usedAt: Temporal.Instant | null } | undefined,
  successor: { usedAt: Temporal.Instant | null } | undefined,
  now: Temporal.Instant,
): 'exchange' | 'repeat' | 'reuse' {
  if (!token) return 'reuse';
  if (token.usedAt === null) return 'exchange';
  if (!successor || successor.usedAt !== null) return 'reuse';
  return now.since(token.usedAt).total('milliseconds') <= REFRESH_GRACE_MS ? 'repeat' : 'reuse';
}

/** Whether a member was made with a demo; those who were invited into it were not. */
export const isDemoPerson = (email: string): boolean => email.endsWith('@demo.example');
