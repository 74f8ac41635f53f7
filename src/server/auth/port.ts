import type { CurrentUser } from '#contract/auth.ts';
import type { TenantScope } from '#server/platform/db.ts';

/** What upper rooms know of a cabinet, and what they put into a new one. */
export type Cabinet = {
  /** Called in the transaction that creates the tenant. */
  open(scope: TenantScope): Promise<void>;
  messagesLeft(scope: TenantScope): Promise<number>;
  /** Booking systems and CRMs that are connected. */
  crms(scope: TenantScope): Promise<CurrentUser['crms']>;
};
