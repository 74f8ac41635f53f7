import type { MemberScope } from '#server/platform/context/context.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { getRetention as getCall, setRetention as setCall } from '#contract/insights/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { changeTenant, getTenant } from '#server/tenants/actions.ts';

export async function getRetention(scope: TenantScope): Promise<ReplyOf<typeof getCall>> {
  return { months: (await getTenant(scope)).verdictMonths };
}

/** Sets the retention period; the next cleanup deletes older messages. */
export async function setRetention(
  scope: MemberScope,
  { months }: BodyOf<typeof setCall>,
): Promise<ReplyOf<typeof setCall>> {
  await changeTenant(scope, { verdictMonths: months });
  await announce(scope, 'insights');
  return { months };
}
