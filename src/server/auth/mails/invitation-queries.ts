import { type Selectable, sql } from 'kysely';
import { InvitationId } from '#contract/auth/members.ts';
import { Language } from '#contract/primitives.ts';
import { MemberId, MemberRole } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import type { MemberInvitations } from '#server/platform/database/schema.gen.ts';

export type StoredInvitation = {
  id: InvitationId;
  /** In lower case. */
  email: string;
  role: MemberRole;
  language: Language;
  invitedBy: MemberId;
  sentAt: Temporal.Instant;
  expiresAt: Temporal.Instant;
  /** When it was accepted or withdrawn. */
  endedAt: Temporal.Instant | null;
};

/** Stores an invitation; an open one to the same e-mail gets the new role, language and time instead. */
export async function putInvitation(
  { tx, tenantId }: TenantScope,
  invitation: Omit<StoredInvitation, 'endedAt'>,
): Promise<StoredInvitation> {
  const changed = {
    role: invitation.role,
    language: invitation.language,
    invited_by: invitation.invitedBy,
    sent_at: invitation.sentAt,
    expires_at: invitation.expiresAt,
  };
  const row = await tx
    .insertInto('member_invitations')
    .values({
      tenant_id: tenantId,
      id: invitation.id,
      email: invitation.email,
      created_at: invitation.sentAt,
      ...changed,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'email']).where('ended_at', 'is', null).doUpdateSet(changed),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return toInvitation(row);
}

/** @returns undefined for one that was accepted or withdrawn */
export async function findOpenInvitation(
  { tx, tenantId }: TenantScope,
  id: string,
): Promise<StoredInvitation | undefined> {
  const row = await tx
    .selectFrom('member_invitations')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row && toInvitation(row);
}

/** Locks it: it is accepted once, however many ask at the same moment. */
export async function findInvitationForUpdate(
  { tx, tenantId }: TenantScope,
  id: string,
): Promise<StoredInvitation | undefined> {
  const row = await tx
    .selectFrom('member_invitations')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && toInvitation(row);
}

/** Lists open invitations, the latest first. */
export async function listInvitations({ tx, tenantId }: TenantScope, atMost: number): Promise<StoredInvitation[]> {
  const rows = await tx
    .selectFrom('member_invitations')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('ended_at', 'is', null)
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(atMost)
    .execute();
  return rows.map(toInvitation);
}

/** @param memberId who accepted it; null: it was withdrawn */
export async function endInvitation(
  { tx, tenantId }: TenantScope,
  id: InvitationId,
  { at, memberId }: { at: Temporal.Instant; memberId: MemberId | null },
): Promise<void> {
  await tx
    .updateTable('member_invitations')
    .set({ ended_at: at, member_id: memberId })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/** Members and open invitations of the cabinet; the operator's own people are left out. */
export async function countPeople({ tx, tenantId }: TenantScope): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select (select count(*) from members
      where tenant_id = ${tenantId} and removed_at is null and operator_role is null)::int
    + (select count(*) from member_invitations where tenant_id = ${tenantId} and ended_at is null)::int as people`.execute(
    tx,
  );
  return rows[0]?.people ?? 0;
}

/** Forgets what ended or ran out a month ago. */
export async function deleteStaleInvitations({ tx }: SystemScope, now: Temporal.Instant): Promise<void> {
  await tx
    .deleteFrom('member_invitations')
    .where('expires_at', '<', now.subtract({ hours: 30 * 24 }))
    .execute();
}

function toInvitation(row: Selectable<MemberInvitations>): StoredInvitation {
  return {
    id: InvitationId.parse(row.id),
    email: row.email,
    role: MemberRole.parse(row.role),
    language: Language.safeParse(row.language).data ?? 'ru',
    invitedBy: MemberId.parse(row.invited_by),
    sentAt: row.sent_at,
    expiresAt: row.expires_at,
    endedAt: row.ended_at,
  };
}
