import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { checkValue } from '#contract/field-reasons.ts';
import type { MemberId, TenantId } from '#contract/tenants/ids.ts';
import { readBearer } from '#server/auth/sign-in/actions.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { SHEET_TYPES, writeSheet } from '#server/platform/files/sheet-writing.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { bearerOf } from '#server/platform/secrets/bearer.ts';
import { Problem } from '#server/platform/values/problem.ts';

const EXPORTS_PER_MINUTE = { limit: 10, periodMs: 60_000 };

/** Who asks for a file, within the limit of files a minute. @throws {Problem} `auth.required`, `request.too_often` */
export async function signedIn(
  ctx: Context,
  request: FastifyRequest,
): Promise<{ tenantId: TenantId; memberId: MemberId }> {
  const token = bearerOf(request);
  const bearer = token ? await readBearer(ctx, token) : null;
  if (!bearer) throw new Problem('auth.required');
  const allowance = await consumeRateLimit(ctx.db, `export:${bearer.memberId}`, EXPORTS_PER_MINUTE);
  if (!allowance.isAllowed) throw new Problem('request.too_often', { retryAfterMs: allowance.retryAfterMs });
  return bearer;
}

/** The same for a list of contacts, which the audit log states. */
export async function admit(
  ctx: Context,
  request: FastifyRequest,
): Promise<{ tenantId: TenantId; memberId: MemberId }> {
  const bearer = await signedIn(ctx, request);
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

export function parsed<Shape extends z.ZodType>(shape: Shape, request: FastifyRequest): z.output<Shape> {
  const query = checkValue(shape, request.query);
  if (query.fields) throw new Problem('request.invalid', { fields: query.fields });
  return query.data;
}

export function send(
  reply: FastifyReply,
  name: string,
  { format, titles, delimiter }: { format: 'csv' | 'xlsx'; titles: string[]; delimiter: string },
  rows: () => AsyncIterable<string[]> | Iterable<string[]>,
): FastifyReply {
  return reply
    .headers({
      'content-type': SHEET_TYPES[format],
      'content-disposition': `attachment; filename="${name}.${format}"`,
      'cache-control': 'no-store',
    })
    .send(writeSheet(format, withTitles(titles, rows()), { delimiter }));
}

async function* withTitles(
  titles: string[],
  rows: AsyncIterable<string[]> | Iterable<string[]>,
): AsyncGenerator<string[]> {
  yield titles;
  yield* rows;
}
