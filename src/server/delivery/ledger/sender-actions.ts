import type { Sender, SenderId } from '#contract/senders/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { listSenderRows, type SenderTraits, setSenderDeleted, upsertSender } from './sender-queries.ts';

/**
 * Creates a sender, or renames it. The room that sends calls it before it plans messages; safe to repeat.
 *
 * @param sender.title as members call it; empty where the kind is enough
 * @param own.importance of its marketing, where the frequency cap allows only one message: the lowest leaves first; null own last
 * @param own.passOnMinutes minutes until the next channel; 0 never, null as the cabinet's cascade
 */
export async function saveSender(scope: TenantScope, sender: Sender, own: Partial<SenderTraits> = {}): Promise<void> {
  await upsertSender(scope, sender, { importance: null, passOnMinutes: null, ...own });
}

/** Marks a sender as deleted. Its messages keep its title. @param at null restores the sender */
export async function retireSender(scope: TenantScope, id: SenderId, at: Temporal.Instant | null): Promise<void> {
  await setSenderDeleted(scope, id, at);
}

export async function listSenders(scope: TenantScope): Promise<Sender[]> {
  return listSenderRows(scope);
}
