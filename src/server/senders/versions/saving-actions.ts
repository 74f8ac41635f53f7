import type { SenderKind } from '#contract/senders/calls.ts';
import { saveSender } from '#server/delivery/ledger/sender-actions.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { insertVersion, type NewVersion } from './queries.ts';

/** Saves a version of a sender: the sender of its messages, and the settings for its history. */
export async function saveVersion(
  scope: TenantScope,
  saved: NewVersion & { kind: SenderKind },
  { traits, ...by }: { traits: Parameters<typeof saveSender>[2] } & Parameters<typeof insertVersion>[2],
): Promise<void> {
  const { id, kind, title } = saved;
  await saveSender(scope, { id, kind, title }, traits);
  await insertVersion(scope, saved, by);
}
