import { MemberId, type TenantId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

export type MailCode = {
  tenantId: TenantId;
  id: string;
  memberId: MemberId;
  purpose: 'confirm' | 'reset' | 'login';
  email: string;
  expiresAt: Temporal.Instant;
  usedAt: Temporal.Instant | null;
};

export type NewCode = Pick<MailCode, 'id' | 'memberId' | 'purpose' | 'email' | 'expiresAt'> & {
  createdAt: Temporal.Instant;
};

export async function insertCode({ tx, tenantId }: TenantScope, code: NewCode): Promise<void> {
  await tx
    .insertInto('mail_codes')
    .values({
      tenant_id: tenantId,
      id: code.id,
      member_id: code.memberId,
      purpose: code.purpose,
      email: code.email,
      created_at: code.createdAt,
      expires_at: code.expiresAt,
    })
    .execute();
}

/** Locks it: a code is used once, however many ask at the same moment. */
export async function findCodeForUpdate(
  { tx, tenantId }: TenantScope,
  id: string,
  purpose: MailCode['purpose'],
): Promise<MailCode | undefined> {
  const row = await tx
    .selectFrom('mail_codes')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .forUpdate()
    .executeTakeFirst();
  return (
    row && {
      tenantId,
      id: row.id,
      memberId: MemberId.parse(row.member_id),
      purpose,
      email: row.email,
      expiresAt: row.expires_at,
      usedAt: row.used_at,
    }
  );
}

/** Marks all unused codes of one purpose as used: the one that was, and those sent before or after it. */
export async function markCodesUsed(
  { tx, tenantId }: TenantScope,
  memberId: MemberId,
  purpose: MailCode['purpose'] | 'any',
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('mail_codes')
    .set({ used_at: now })
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .$if(purpose !== 'any', (query) => query.where('purpose', '=', purpose))
    .where('used_at', 'is', null)
    .execute();
}
