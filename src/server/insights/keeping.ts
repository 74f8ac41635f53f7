import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { getKeeping as getCall, setKeeping as setCall } from '#contract/insights.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { type TenantScope, withSystem, withTenant } from '#server/platform/db.ts';
import { announce } from '#server/platform/realtime.ts';
import { sumSkips } from './skip-queries.ts';
import { findKeeping, saveKeeping } from './keeping-queries.ts';

export async function getKeeping(scope: TenantScope): Promise<ReplyOf<typeof getCall>> {
  return { months: await findKeeping(scope) };
}

/** What is older goes with the next run of the keeper. */
export async function setKeeping(
  ctx: MemberContext,
  { months }: BodyOf<typeof setCall>,
): Promise<ReplyOf<typeof setCall>> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    await saveKeeping(scope, months);
    await announce(scope, 'insights');
    return { months };
  });
}

/** Sums up what connections counted of decisions against. */
export async function sumUp(ctx: Context): Promise<void> {
  await withSystem(ctx.db, sumSkips);
}
