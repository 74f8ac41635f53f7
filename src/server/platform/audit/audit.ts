import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { ActorKind, AuditAction, AuditObject } from '#contract/audit/actions.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { DB as Schema } from '#server/platform/database/schema.gen.ts';
import type { Clock } from '#server/platform/deployment/clock.ts';
import { newId } from '#server/platform/values/ids.ts';
import { type AuditFields, auditedFields } from './rules.ts';

/** The caller of the API on whose order a change is made. Jobs have none. */
export type Caller = {
  kind: ActorKind;
  /** The member or the API token; null where nobody is signed in. */
  id: string | null;
  /** The member as whom an admin acts in a support session. */
  onBehalfOf: string | null;
  supportSession: string | null;
  requestId: string;
  address: string;
  userAgent: string | null;
};

/** A transaction of the cabinet that the entry belongs to; `withSystem` gives the caller's own cabinet. */
export type AuditScope = {
  readonly tx: Kysely<Schema>;
  readonly tenantId: TenantId;
  readonly clock: Clock;
  readonly caller?: Caller | undefined;
};

export type AuditEntry = {
  action: AuditAction;
  object?: { kind: AuditObject; id: string | null; title?: string | null | undefined };
  /** Fields before and after; those that do not differ are left out. Where both are given and equal, nothing is written. */
  before?: AuditFields | null;
  after?: AuditFields | null;
  /** The member who acted, where the call names none: a sign-in. */
  actor?: string;
};

const EntryId = z.uuid();

/**
 * Writes an entry to the audit log, in the transaction of the change. The person, the support session, the address and the
 * request are those of the call; without one the product itself acted.
 */
export async function recordAudit(
  { tx, tenantId, clock, caller }: AuditScope,
  { action, object, before = null, after = null, actor }: AuditEntry,
): Promise<void> {
  const fields = auditedFields(before, after);
  if (!fields) return;
  await tx
    .insertInto('audit_entries')
    .values({
      tenant_id: tenantId,
      id: newId(EntryId),
      at: clock.now(),
      actor_kind: caller?.kind ?? 'system',
      actor: actor ?? caller?.id ?? null,
      on_behalf_of: caller?.onBehalfOf ?? null,
      support_session: caller?.supportSession ?? null,
      action,
      object_kind: object?.kind ?? null,
      object_id: object?.id ?? null,
      object_title: object?.title?.slice(0, LONGEST_TITLE) ?? null,
      before: jsonb(fields.before),
      after: jsonb(fields.after),
      request_id: caller?.requestId ?? null,
      ip: caller?.address ?? null,
      user_agent: caller?.userAgent ?? null,
    })
    .execute();
}

const LONGEST_TITLE = 200;

const jsonb = (fields: AuditFields | null) => fields && sql<string>`${JSON.stringify(fields)}::jsonb`;
