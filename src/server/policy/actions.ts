import { Problem } from '#server/platform/problem.ts';
import { emit } from '#server/platform/events.ts';
import { withTenant, type TenantScope } from '#server/platform/db.ts';
import type { ContactPolicy } from '#contract/policy.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { randomUUIDv7 } from 'node:crypto';
import { policyChanged } from './jobs.ts';
import type { PolicySenders } from './port.ts';
import { saveContactPolicy } from './queries.ts';

/**
 * Changes the policy; planned messages are then checked again.
 *
 * @throws {Problem} `sender.not_found` where the order names a sender the tenant does not have
 */
export async function setContactPolicy(
  ctx: MemberContext,
  senders: PolicySenders,
  wanted: ContactPolicy,
): Promise<ContactPolicy> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    const policy = { ...wanted, senderOrder: [...new Set(wanted.senderOrder)] };
    await checkSenderOrder(scope, senders, policy);
    await saveContactPolicy(scope, policy);
    await emit(ctx, scope, policyChanged, { dedupeKey: randomUUIDv7(), facts: {}, occurredAt: ctx.clock.now() });
    return policy;
  });
}

/** @throws {Problem} `sender.not_found` where the order names a sender the tenant does not have */
export async function checkSenderOrder(
  scope: TenantScope,
  senders: PolicySenders,
  { senderOrder }: ContactPolicy,
): Promise<void> {
  const wanted = [...new Set(senderOrder)];
  const known = await senders.listKnown(scope, wanted);
  if (known.length < wanted.length) throw new Problem('sender.not_found');
}
