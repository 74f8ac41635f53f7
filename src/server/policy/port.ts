import type { SenderId } from '#contract/senders.ts';
import type { TenantScope } from '#server/platform/db.ts';

/** Senders as the policy needs them. Their ledger belongs to a higher room, so `server/app` supplies them. */
export type PolicySenders = {
  /** Returns those of the given senders that the tenant has. */
  listKnown: (scope: TenantScope, ids: readonly SenderId[]) => Promise<SenderId[]>;
};
