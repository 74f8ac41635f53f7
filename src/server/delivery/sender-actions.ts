import type { Sender, SenderId } from '#contract/senders.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { listSenderRows, setSenderDeleted, upsertSender } from './sender-queries.ts';

/**
 * Makes a sender known, or gives it another title. The room that sends calls it before it plans messages; safe to repeat.
 *
 * @param sender.title as the tenant's people call it; empty where the kind says it all
 */
export async function saveSender(scope: TenantScope, sender: Sender): Promise<void> {
  await upsertSender(scope, sender);
}

/** Marks a sender as deleted. Its messages keep its title. @param at null takes the deletion back */
export async function retireSender(scope: TenantScope, id: SenderId, at: Temporal.Instant | null): Promise<void> {
  await setSenderDeleted(scope, id, at);
}

export async function listSenders(scope: TenantScope): Promise<Sender[]> {
  return listSenderRows(scope);
}
