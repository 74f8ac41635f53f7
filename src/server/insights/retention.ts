import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { getKeeping as getCall, setKeeping as setCall } from '#contract/insights.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import { announce } from '#server/platform/realtime.ts';
import { changeTenant, getTenant } from '#server/tenants/actions.ts';

export async function getKeeping(scope: TenantScope): Promise<ReplyOf<typeof getCall>> {
  return { months: (await getTenant(scope)).verdictMonths };
}

/** Sets the retention period; the next cleanup deletes older messages. */
export async function setKeeping(
  ctx: MemberContext,
  { months }: BodyOf<typeof setCall>,
): Promise<ReplyOf<typeof setCall>> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    await changeTenant(scope, { verdictMonths: months });
    await announce(scope, 'insights');
    return { months };
  });
}
