import type {
  demoLogin as demoLoginCall,
  externalLoginCallback,
  login as loginCall,
  register as registerCall,
  Tokens,
} from '#contract/auth/calls.ts';
import { SessionId } from '#contract/auth/sessions.ts';
import type { Language } from '#contract/primitives.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { Context, PublicContext, ReadBearer } from '#server/platform/context/context.ts';
import { type TenantScope, withSystem, withTenant, type Scoped } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { findCodeForUpdate, markCodesUsed } from '#server/auth/mails/code-queries.ts';
import { readCode } from '#server/auth/mails/codes.ts';
import { type GooglePerson, verifyGoogleToken } from './google.ts';
import { makeDemoJob } from '#server/auth/jobs.ts';
import { findDemoPart } from './demo-queries.ts';
import { recordLoginAttempt, loginAttemptLimits } from './login-attempts.ts';
import { hashPassword } from './passwords.ts';
import type { Cabinet } from '#server/auth/port.ts';
import {
  findDemoMember,
  findMember,
  findPasswordHash,
  findSignIn,
  insertSignInName,
  type SignIn,
  type SignInName,
  updateMember,
} from '#server/auth/members/queries.ts';
import { openCabinet } from './registration.ts';
import { deleteFactor, findFactor } from '#server/auth/second-factor/factor-queries.ts';
import { signTicket, stampOf } from '#server/auth/second-factor/tickets.ts';
import { judgeRefresh, normaliseEmail, tokenRoleOf } from '#server/auth/members/rules.ts';
import { placesOf, rememberPlaces, usedFrom } from '#server/auth/sessions/sign-in-places.ts';
import {
  extendSession,
  findRefreshToken,
  findSessionForUpdate,
  findSessionMember,
  insertRefreshToken,
  insertSession,
  markTokenUsed,
  revokeSession,
  revokeSessionsOf,
} from '#server/auth/sessions/session-queries.ts';
import { findSupportMember } from '#server/auth/support/support-queries.ts';
import { readSupport } from '#server/auth/support/support-tokens.ts';
import {
  newRefreshToken,
  readAccess,
  readRefreshToken,
  type RefreshToken,
  signAccess,
  successorOf,
} from '#server/auth/sessions/tokens.ts';

// NOTE: a process: it hashes or checks a password between transactions.

/**
 * Finds the member a bearer token belongs to. The session is read on every call, so that an ended session or a revoked
 * right takes effect at once and not when the token expires.
 *
 * @throws {Problem} `auth.second_factor_missing`, unless the call is answered before it
 */
export async function readBearer(
  ctx: Pick<Context, 'db' | 'vault'>,
  token: string,
  { isBeforeSecondFactor = false, acceptsSupport = false }: NonNullable<Parameters<ReadBearer>[1]> = {},
): Promise<Awaited<ReturnType<ReadBearer>>> {
  const claims = await readAccess(ctx, token);
  if (!claims) return readSupportBearer(ctx, token, acceptsSupport);
  const { tenant: tenantId, sid } = claims;
  const member = await findSessionMember(ctx.db, tenantId, sid);
  if (!member || member.memberId !== claims.sub) return null;
  const { isSecondFactorMissing } = member;
  if (isSecondFactorMissing && !isBeforeSecondFactor) throw new Problem('auth.second_factor_missing');
  return {
    tenantId,
    memberId: member.memberId,
    memberRole: member.role,
    tokenRole: tokenRoleOf(member.operatorRole),
    sessionId: sid,
    isSecondFactorMissing,
    support: null,
    expiresAt: Temporal.Instant.fromEpochMilliseconds(claims.exp * 1000),
  };
}

/** Finds the member as whom an admin calls. The admin's right and session are read on every call too. */
async function readSupportBearer(
  ctx: Pick<Context, 'db' | 'vault'>,
  token: string,
  isAccepted: boolean,
): Promise<Awaited<ReturnType<ReadBearer>>> {
  const claims = await readSupport(ctx, token);
  if (!claims) return null;
  const { tenant: tenantId, sid } = claims;
  const found = await findSupportMember(ctx.db, tenantId, sid);
  if (!found || found.memberId !== claims.sub || found.adminId !== claims.act.sub) return null;
  if (!isAccepted) throw new Problem('support.forbidden');
  const { memberId, role, adminId, mayChange, expiresAt } = found;
  return {
    tenantId,
    memberId,
    memberRole: role,
    tokenRole: 'user',
    sessionId: SessionId.parse(sid),
    isSecondFactorMissing: false,
    support: { id: sid, adminId, mayChange },
    expiresAt,
  };
}

/** Creates a cabinet with its owner, starts the trial, and signs the owner in. */
export async function register(
  ctx: PublicContext,
  cabinet: Cabinet,
  body: BodyOf<typeof registerCall>,
): Promise<Tokens> {
  const name: SignInName = { kind: 'email', name: normaliseEmail(body.email) };
  if (await findBy(ctx, name)) throw new Problem('auth.user_exists');
  const passwordHash = await hashPassword(body.password, ctx.config);
  const opened = await openCabinet(ctx, cabinet, {
    ...body,
    email: name.name,
    passwordHash,
    googleSub: null,
    fullName: body.fullName || null,
    isEmailConfirmed: false,
  });
  return startSession(ctx, opened);
}

/**
 * Signs in with e-mail and password.
 *
 * Attempts are limited for each address, and for all places together that the e-mail never signed in from. From a known
 * device only its own mistakes count, so others cannot lock the owner out. An unknown e-mail is counted like any other
 * and takes the same time.
 */
export async function login(ctx: PublicContext, { email, password }: BodyOf<typeof loginCall>): Promise<Tokens> {
  const name = normaliseEmail(email);
  const found = await findBy(ctx, { kind: 'email', name });
  const limits = loginAttemptLimits(ctx, name, found?.knownBy ?? null);
  const isRight = await recordLoginAttempt(ctx, limits, { password, storedHash: found?.passwordHash ?? null });
  if (found && !isRight) recordFailureLater(ctx, found);
  if (!isRight || !found) throw new Problem('auth.wrong_credentials');
  return startSession(ctx, found);
}

/** Records a failed sign-in. The refusal does not wait for it: an unknown e-mail must take as long as a known one. */
export function recordFailureLater(
  ctx: PublicContext,
  { tenantId, memberId }: Pick<SignIn, 'tenantId' | 'memberId'>,
): void {
  withTenant(ctx, tenantId, (scope) =>
    recordAudit(scope, { action: 'sign_in.failed', object: { kind: 'member', id: memberId } }),
  ).catch((error: unknown) => ctx.log.warn({ err: error }, 'A failed sign-in was not recorded'));
}

/** Signs in with the link of a mail, once: the way in from a new device while strangers guess the password. */
export async function loginByLink(ctx: PublicContext, code: string): Promise<Tokens> {
  const named = readCode(ctx, code);
  if (!named) throw new Problem('auth.code_invalid');
  const memberId = await withTenant(ctx, named.tenantId, async (scope) => {
    const now = ctx.clock.now();
    const found = await findCodeForUpdate(scope, named.id, 'login');
    const member = found && (await findMember(scope, found.memberId));
    const isGood = found?.usedAt === null && isAfter(found.expiresAt, now) && member?.email === found.email;
    if (!isGood) throw new Problem('auth.code_invalid');
    await markCodesUsed(scope, member.id, 'login', now);
    if (!member.emailConfirmedAt) {
      await updateMember(scope, member.id, { emailConfirmedAt: now });
      await deleteFactor(scope, member.id); // NOTE: until now nobody had proved that the e-mail is theirs
    }
    return member.id;
  });
  return startSession(ctx, { tenantId: named.tenantId, memberId });
}

/** The start makes this demo. */
const FIRST_DEMO = { business: 'salon', language: 'ru' } as const;

/** Signs in to the demo of the brand's business in a language as one of its people. The first visitor has it made. */
export async function demoLogin(
  ctx: PublicContext,
  { as, language = FIRST_DEMO.language }: BodyOf<typeof demoLoginCall>,
): Promise<ReplyOf<typeof demoLoginCall>> {
  if (!ctx.config.isDemo) throw new Problem('request.not_found');
  const business = ctx.site.brand.demo;
  const isFirst = business === FIRST_DEMO.business && language === FIRST_DEMO.language;
  const found = await withSystem(ctx, async (scope) => {
    const member = await findDemoMember(scope, as, { business, language });
    if (member || isFirst) return { member };
    await enqueue(scope, makeDemoJob, { business, language });
    return { part: await findDemoPart(scope, { business, language }) };
  });
  if (found.member) return startSession(ctx, found.member, { hasSecondFactor: true }); // NOTE: a visitor locks no other one out
  if (!found.part) throw new Problem('request.not_found');
  return { isPreparing: true, part: found.part };
}

/**
 * Signs in with a Google ID token; registers a new person.
 *
 * A tenant with the same e-mail is joined when Google has verified the e-mail. If the tenant never confirmed it, another
 * person may have chosen the password: that password, its second factor and its sessions end.
 */
export async function signInWithGoogle(
  ctx: PublicContext,
  cabinet: Cabinet,
  body: BodyOf<typeof externalLoginCallback>,
): Promise<ReplyOf<typeof externalLoginCallback>> {
  const person = await verifyGoogleToken(ctx, body.idToken, body.nonce);
  try {
    return await signInAs(ctx, cabinet, person, body);
  } catch (error) {
    const isRaced = error instanceof Problem && error.code === 'auth.user_exists';
    if (!isRaced) throw error;
    return signInAs(ctx, cabinet, person, body); // NOTE: another tab registered in between
  }
}

async function signInAs(
  ctx: PublicContext,
  cabinet: Cabinet,
  person: GooglePerson,
  body: BodyOf<typeof externalLoginCallback>,
): Promise<ReplyOf<typeof externalLoginCallback>> {
  const known = await findBy(ctx, { kind: 'google', name: person.sub });
  if (known) return { ...(await startSession(ctx, known)), isNewUser: false };
  if (!person.isEmailVerified) throw new Problem('auth.google_email_unverified');

  const sameEmail = await findBy(ctx, { kind: 'email', name: person.email });
  if (sameEmail) {
    await joinGoogle(ctx, sameEmail, person);
    return { ...(await startSession(ctx, sameEmail)), isNewUser: false };
  }
  const opened = await openCabinet(ctx, cabinet, {
    ...body,
    email: person.email,
    phone: null,
    passwordHash: null,
    googleSub: person.sub,
    fullName: person.name,
    isEmailConfirmed: true,
  });
  return { ...(await startSession(ctx, opened)), isNewUser: true };
}

async function joinGoogle(ctx: PublicContext, { tenantId, memberId }: SignIn, person: GooglePerson): Promise<void> {
  await withTenant(ctx, tenantId, async (scope) => {
    const member = await findMember(scope, memberId);
    await insertSignInName(scope, { kind: 'google', name: person.sub }, memberId);
    if (member?.emailConfirmedAt) return;
    await updateMember(scope, memberId, { passwordHash: null, emailConfirmedAt: ctx.clock.now() });
    await deleteFactor(scope, memberId);
    await revokeSessionsOf(scope, memberId, 'password');
  });
}

/**
 * Exchanges a refresh token for its successor. One that comes back later than those who raced it was copied by
 * somebody: the session ends for both.
 */
export async function refresh(ctx: PublicContext, token: string): Promise<Tokens> {
  const read = readRefreshToken(ctx, token);
  const tokens = read && (await withTenant(ctx, read.tenantId, (scope) => exchange(scope, token, read)));
  if (!tokens) throw new Problem('auth.refresh_refused');
  return tokens;
}

async function exchange(scope: Scoped<PublicContext>, token: string, read: RefreshToken): Promise<Tokens | null> {
  const { sessionId, hash } = read;
  const session = await findSessionForUpdate(scope, sessionId);
  if (!session) return null;
  const now = Temporal.Now.instant();
  const refreshToken = successorOf(scope, token, read);
  const successor = readRefreshToken(scope, refreshToken);
  if (!successor) throw new Error('A refresh token of our own making cannot be read');
  const stored = await findRefreshToken(scope, sessionId, hash);
  const verdict = judgeRefresh(stored, await findRefreshToken(scope, sessionId, successor.hash), now);
  if (verdict === 'reuse') {
    await revokeSession(scope, sessionId, 'reuse');
    return null;
  }
  if (verdict === 'exchange') {
    await markTokenUsed(scope, sessionId, hash, now);
    await insertRefreshToken(scope, sessionId, successor.hash);
    await extendSession(scope, sessionId, usedFrom(scope));
  }
  return { token: await accessToken(scope, session.memberId, sessionId), refreshToken };
}

/** Ends the session of a refresh token, whether or not it is the newest; says nothing of one it does not know. */
export async function revoke(ctx: PublicContext, token: string): Promise<void> {
  const read = readRefreshToken(ctx, token);
  if (!read) return;
  await withTenant(ctx, read.tenantId, (scope) => revokeSession(scope, read.sessionId, 'logout'));
}

/**
 * Starts a session for a member who passed the first factor.
 *
 * @throws {Problem} `auth.second_factor_required` with a ticket, where the member has one that was not passed
 */
export async function startSession(
  ctx: PublicContext,
  { tenantId, memberId }: Pick<SignIn, 'tenantId' | 'memberId'>,
  { hasSecondFactor = false }: { hasSecondFactor?: boolean } = {},
): Promise<Tokens> {
  const sessionId = newId(SessionId);
  const refreshToken = newRefreshToken(ctx, tenantId, sessionId);
  const read = readRefreshToken(ctx, refreshToken);
  if (!read) throw new Error('A refresh token of our own making cannot be read');
  return withTenant(ctx, tenantId, async (scope) => {
    if (!hasSecondFactor) await refuseWithoutFactor(scope, memberId);
    await insertSession(scope, { id: sessionId, memberId, hasSecondFactor }, usedFrom(scope));
    await insertRefreshToken(scope, sessionId, read.hash);
    await rememberPlaces(scope, memberId);
    await recordAudit(scope, { action: 'sign_in.done', object: { kind: 'member', id: memberId }, actor: memberId });
    return { token: await accessToken(scope, memberId, sessionId), refreshToken };
  });
}

async function refuseWithoutFactor(scope: Scoped<PublicContext>, memberId: MemberId): Promise<void> {
  const factor = await findFactor(scope, memberId);
  if (!factor?.confirmedAt) return;
  const stamp = stampOf(scope, memberId, await findPasswordHash(scope, memberId));
  const ticket = await signTicket(scope, { sub: memberId, tenant: scope.tenantId, stamp });
  throw new Problem('auth.second_factor_required', { ticket });
}

async function accessToken(scope: Scoped<PublicContext>, memberId: MemberId, sessionId: SessionId): Promise<string> {
  const member = await findMember(scope, memberId);
  if (!member || member.removedAt) throw new Problem('auth.required');
  return signAccess(scope, {
    sub: memberId,
    tenant: scope.tenantId,
    sid: sessionId,
    role: tokenRoleOf(member.operatorRole),
    member_role: member.role,
  });
}

function findBy(ctx: PublicContext, name: SignInName): Promise<SignIn | undefined> {
  return withSystem(ctx, (scope) => findSignIn(scope, name, placesOf(ctx)));
}

/** Whether the operator limits the member to trying the product out. */
export async function isTestUser(scope: TenantScope, id: MemberId): Promise<boolean> {
  return (await findMember(scope, id))?.isTestUser ?? false;
}

/** The language in which a member reads the cabinet; titles of what they create are written in it. */
export async function getMemberLanguage(scope: TenantScope, id: MemberId): Promise<Language> {
  const member = await findMember(scope, id);
  if (!member) throw new Error('The member is gone');
  return member.language;
}

/** The member's e-mail. */
export async function getMemberEmail(scope: TenantScope, id: MemberId): Promise<string> {
  const member = await findMember(scope, id);
  if (!member) throw new Error('The member is gone');
  return member.email;
}

/** The member's name as others read it: the full name, or else the e-mail. */
export async function getMemberName(scope: TenantScope, id: MemberId): Promise<string> {
  const member = await findMember(scope, id);
  if (!member) throw new Error('The member is gone');
  return member.fullName || member.email;
}
