import type { SenderId } from '#contract/senders.ts';
import type { TenantScope } from '#server/platform/db.ts';

/** What the policy needs of the senders, whose ledger stands above it; `server/app` supplies it. */
export type PolicySenders = {
  /** Those of the senders that the tenant has. */
  listKnown: (scope: TenantScope, ids: readonly SenderId[]) => Promise<SenderId[]>;
};
