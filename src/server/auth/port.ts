import type { CurrentUser } from '#contract/auth/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Functions of upper rooms that registration and the session need. */
export type Cabinet = {
  /** Called in the transaction that creates the tenant. */
  open(scope: TenantScope): Promise<void>;
  messagesLeft(scope: TenantScope): Promise<number>;
  /** Booking systems and CRMs that are connected. */
  crms(scope: TenantScope): Promise<CurrentUser['crms']>;
};
