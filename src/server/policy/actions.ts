import type { MemberScope } from '#server/platform/context/context.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { emit } from '#server/platform/events/events.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { ContactPolicy } from '#contract/policy/calls.ts';
import { randomUUIDv7 } from 'node:crypto';
import { policyChanged } from './jobs.ts';
import { listKnownSenders } from '#server/delivery/ledger/sender-reads.ts';
import { saveContactPolicy } from './queries.ts';

/**
 * Changes the policy; planned messages are then checked again.
 *
 * @throws {Problem} `sender.not_found` where the order names a sender the tenant does not have
 */
export async function setContactPolicy(scope: MemberScope, wanted: ContactPolicy): Promise<ContactPolicy> {
  const policy = { ...wanted, senderOrder: [...new Set(wanted.senderOrder)] };
  await checkSenderOrder(scope, policy);
  await saveContactPolicy(scope, policy);
  await emit(scope, policyChanged, { dedupeKey: randomUUIDv7(), facts: {}, occurredAt: scope.clock.now() });
  return policy;
}

/** @throws {Problem} `sender.not_found` where the order names a sender the tenant does not have */
export async function checkSenderOrder(scope: TenantScope, { senderOrder }: ContactPolicy): Promise<void> {
  const wanted = [...new Set(senderOrder)];
  const known = await listKnownSenders(scope, wanted);
  if (known.length < wanted.length) throw new Problem('sender.not_found');
}
