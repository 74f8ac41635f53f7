import { sql } from 'kysely';
import { SessionId } from '#contract/auth/sessions.ts';
import { MemberId, MemberRole, type TenantId } from '#contract/tenants/ids.ts';
import { type Database, PLANNED_ONCE, type SystemScope, type TenantScope } from '#server/platform/database/db.ts';
import { announceSessionsOver } from '#server/platform/events/realtime.ts';
import { type Member, SESSION_DAYS } from '#server/auth/members/rules.ts';

/** Why a session ended before its time. */
export type RevokeReason = 'logout' | 'reuse' | 'password' | 'member' | 'device' | 'second_factor';

export type Session = { id: SessionId; memberId: MemberId };
/** `hasSecondFactor`: it was passed when the session began. */
type NewSession = Session & { hasSecondFactor: boolean };

/** The device and the network a session is used from, and when. */
export type UsedFrom = {
  userAgent: string | null;
  network: string;
  /** By the product's time. */
  at: Temporal.Instant;
};

export async function insertSession(
  { tx, tenantId }: TenantScope,
  session: NewSession,
  { userAgent, network, at }: UsedFrom,
): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      tenant_id: tenantId,
      id: session.id,
      member_id: session.memberId,
      has_second_factor: session.hasSecondFactor,
      user_agent: userAgent,
      network,
      signed_in_at: at,
      last_used_at: at,
      started_at: sql`statement_timestamp()`,
      refreshed_at: sql`statement_timestamp()`,
      expires_at: sql`statement_timestamp() + ${SESSION_DAYS} * interval '1 day'`,
    })
    .execute();
}

/** The second factor was set up within a session: it counts as passed there. */
export async function markFactorPassed({ tx, tenantId }: TenantScope, id: SessionId): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ has_second_factor: true })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Ends the live streams of sessions that passed no second factor; the sessions themselves go on. */
export async function endStreamsWithoutFactor(scope: TenantScope): Promise<void> {
  const rows = await scope.tx
    .selectFrom('sessions')
    .select('id')
    .where('tenant_id', '=', scope.tenantId)
    .where('revoked_at', 'is', null)
    .where('has_second_factor', '=', false)
    .execute();
  await announceSessionsOver(
    scope,
    rows.map((session) => session.id),
  );
}

/** Locks a session that holds: refreshes of it come one after another. */
export async function findSessionForUpdate({ tx, tenantId }: TenantScope, id: SessionId): Promise<Session | undefined> {
  const row = await tx
    .selectFrom('sessions')
    .select('member_id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Temporal.Instant>`statement_timestamp()`)
    .forUpdate()
    .executeTakeFirst();
  return row && { id, memberId: MemberId.parse(row.member_id) };
}

/** The session was used: it holds for its whole time again. */
export async function extendSession(
  { tx, tenantId }: TenantScope,
  id: SessionId,
  { userAgent, network, at }: UsedFrom,
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({
      user_agent: userAgent,
      network,
      last_used_at: at,
      refreshed_at: sql`statement_timestamp()`,
      expires_at: sql`statement_timestamp() + ${SESSION_DAYS} * interval '1 day'`,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

export type UsedSession = {
  id: SessionId;
  userAgent: string | null;
  network: string | null;
  startedAt: Temporal.Instant;
  lastUsedAt: Temporal.Instant;
};

/** Lists sessions of a member that hold, the last used first. */
export async function listSessionsOf(
  { tx, tenantId }: TenantScope,
  memberId: MemberId,
  atMost: number,
): Promise<UsedSession[]> {
  const rows = await tx
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'network', 'started_at', 'refreshed_at', 'signed_in_at', 'last_used_at'])
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Temporal.Instant>`statement_timestamp()`)
    .orderBy('refreshed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(atMost)
    .execute();
  return rows.map((row) => ({
    id: SessionId.parse(row.id),
    userAgent: row.user_agent,
    network: row.network,
    startedAt: row.signed_in_at ?? row.started_at,
    lastUsedAt: row.last_used_at ?? row.refreshed_at,
  }));
}

/** Whether a session is the member's, also when it is over. */
export async function hasSession({ tx, tenantId }: TenantScope, memberId: MemberId, id: SessionId): Promise<boolean> {
  const row = await tx
    .selectFrom('sessions')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function revokeSession(scope: TenantScope, id: SessionId, reason: RevokeReason): Promise<void> {
  const { tx, tenantId } = scope;
  const ended = await tx
    .updateTable('sessions')
    .set({ revoked_at: sql`statement_timestamp()`, revoke_reason: reason })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  await announceSessionsOver(
    scope,
    ended.map((session) => session.id),
  );
}

/** Ends all sessions of a member but one. */
export async function revokeSessionsOf(
  scope: TenantScope,
  memberId: MemberId,
  reason: RevokeReason,
  except: SessionId | null = null,
): Promise<void> {
  const { tx, tenantId } = scope;
  const ended = await tx
    .updateTable('sessions')
    .set({ revoked_at: sql`statement_timestamp()`, revoke_reason: reason })
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .$if(except !== null, (query) => query.where('id', '!=', except))
    .returning('id')
    .execute();
  await announceSessionsOver(
    scope,
    ended.map((session) => session.id),
  );
}

export async function insertRefreshToken(
  { tx, tenantId }: TenantScope,
  sessionId: SessionId,
  hash: Buffer,
): Promise<void> {
  await tx
    .insertInto('refresh_tokens')
    .values({ tenant_id: tenantId, hash, session_id: sessionId })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'hash']).doNothing())
    .execute();
}

export async function findRefreshToken(
  { tx, tenantId }: TenantScope,
  sessionId: SessionId,
  hash: Buffer,
): Promise<{ usedAt: Temporal.Instant | null } | undefined> {
  const row = await tx
    .selectFrom('refresh_tokens')
    .select('used_at')
    .where('tenant_id', '=', tenantId)
    .where('hash', '=', hash)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row && { usedAt: row.used_at };
}

/** Marks a token as exchanged, and forgets the session's older ones: what is genuine and not here was used. */
export async function markTokenUsed(
  { tx, tenantId }: TenantScope,
  sessionId: SessionId,
  hash: Buffer,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('refresh_tokens')
    .set({ used_at: now })
    .where('tenant_id', '=', tenantId)
    .where('hash', '=', hash)
    .execute();
  await tx
    .deleteFrom('refresh_tokens')
    .where('tenant_id', '=', tenantId)
    .where('session_id', '=', sessionId)
    .where('used_at', '<', now.subtract({ minutes: 1 }))
    .execute();
}

export type SessionMember = {
  memberId: MemberId;
  role: MemberRole;
  operatorRole: Member['operatorRole'];
  isSecondFactorMissing: boolean;
};

/** Finds the member of a valid session in one round trip, with the present rights. */
export async function findSessionMember(
  db: Database,
  tenantId: TenantId,
  sessionId: SessionId,
): Promise<SessionMember | undefined> {
  const found = await sql<{
    member_id: string;
    member_role: string;
    operator_role: Member['operatorRole'];
    is_second_factor_missing: boolean;
  }>`${PLANNED_ONCE}
    select member_id, member_role, operator_role, is_second_factor_missing from frontdesk.session_member(${tenantId}, ${sessionId})`.execute(
    db,
  );
  const row = found.rows[0];
  return (
    row && {
      memberId: MemberId.parse(row.member_id),
      role: MemberRole.parse(row.member_role),
      operatorRole: row.operator_role,
      isSecondFactorMissing: row.is_second_factor_missing,
    }
  );
}

/** Forgets what is long over. */
export async function deleteStale({ tx }: SystemScope, now: Temporal.Instant): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where((eb) =>
      eb.or([
        eb('expires_at', '<', sql<Temporal.Instant>`statement_timestamp()`),
        eb('revoked_at', '<', sql<Temporal.Instant>`statement_timestamp() - interval '30 days'`),
      ]),
    )
    .execute();
  await tx
    .deleteFrom('sign_in_places')
    .where('last_at', '<', sql<Temporal.Instant>`statement_timestamp() - interval '180 days'`)
    .execute();
  await tx
    .deleteFrom('mail_codes')
    .where('expires_at', '<', now.subtract({ hours: 30 * 24 }))
    .execute();
}
