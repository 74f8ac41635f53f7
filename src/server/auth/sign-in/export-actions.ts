import type { FastifyRequest } from 'fastify';
import type { MemberId, TenantId } from '#contract/tenants/ids.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { bearerOf } from '#server/platform/secrets/bearer.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { readBearer } from './actions.ts';

// NOTE: a process: it signs the caller in and counts the call before it writes the entry.

const EXPORTS_PER_MINUTE = { limit: 10, periodMs: 60_000 };

/** Signs in a member who saves data as a file, and records it. @throws {Problem} `auth.required`, `request.too_often` */
export async function admitExport(
  ctx: Context,
  request: FastifyRequest,
): Promise<{ tenantId: TenantId; memberId: MemberId }> {
  const token = bearerOf(request);
  const bearer = token ? await readBearer(ctx, token) : null;
  if (!bearer) throw new Problem('auth.required');
  const allowance = await consumeRateLimit(ctx.db, `export:${bearer.memberId}`, EXPORTS_PER_MINUTE);
  if (!allowance.isAllowed) throw new Problem('request.too_often', { retryAfterMs: allowance.retryAfterMs });
  const caller = {
    kind: 'person' as const,
    id: bearer.memberId,
    onBehalfOf: null,
    supportSession: null,
    requestId: request.id,
    address: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
  };
  const [list = ''] = request.url.split('?');
  await withTenant({ ...ctx, caller }, bearer.tenantId, (scope) =>
    recordAudit(scope, { action: 'contacts.exported', after: { list } }),
  );
  return bearer;
}
