import { z } from 'zod';
import { UserParams } from '#contract/admin/calls.ts';
import { ACTOR_KINDS, AUDIT_ACTION_NAMES, AUDIT_OBJECTS } from '#contract/audit/actions.ts';
import { AUDIT_AREAS } from '#contract/audit/areas.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, PageQuery, pageOf } from '#contract/primitives.ts';
import { MemberId, TenantId } from '#contract/tenants/ids.ts';

const Fields = z.record(z.string(), z.unknown()).nullable();

/** An entry of the audit log. */
export const AuditEntry = z.object({
  id: z.uuid(),
  at: Instant,
  actorKind: z.enum(ACTOR_KINDS),
  actorId: z.uuid().nullable(),
  /** The person's name, or else the e-mail; null of a program, and where nobody was signed in. */
  actorName: z.string().nullable(),
  /** The member as whom an admin acted in a support session. */
  onBehalfOfName: z.string().nullable(),
  isOfSupport: z.boolean(),
  action: z.enum(AUDIT_ACTION_NAMES),
  objectKind: z.enum(AUDIT_OBJECTS).nullable(),
  objectId: z.string().nullable(),
  objectTitle: z.string().nullable(),
  /** The changed fields, those of settings by the names of the API; secrets are marked. */
  before: Fields,
  after: Fields,
  /** Null of an admin where an owner reads. */
  ip: z.string().nullable(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const AuditFilter = PageQuery.extend({
  /** The person of the entries; absent: everybody. */
  memberId: MemberId.optional(),
  area: z.enum(AUDIT_AREAS).optional(),
});

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/v1/Account/Audit',
  access: 'owner',
  summary: 'The audit log of the cabinet, the latest first.',
  query: AuditFilter,
  reply: pageOf(AuditEntry),
});

/** An entry as admins read it. */
export const OperatorAuditEntry = AuditEntry.extend({
  userGuid: TenantId,
  tenantName: z.string(),
  requestId: z.string().nullable(),
});
export type OperatorAuditEntry = z.infer<typeof OperatorAuditEntry>;

export const listUserAudit = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/Users/:userId/Audit',
  access: 'admin',
  summary: 'The audit log of one person’s cabinet, the latest first.',
  params: UserParams,
  query: AuditFilter,
  reply: pageOf(OperatorAuditEntry),
  problems: ['member.not_found'],
});

export const listAllAudit = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/Audit',
  access: 'admin',
  summary: 'The audit logs of all cabinets together, the latest first.',
  query: AuditFilter,
  reply: pageOf(OperatorAuditEntry),
});
