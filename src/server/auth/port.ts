import type { CurrentUser } from '#contract/auth/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** Texts a phone in the name of the deployment. `unknown`: it may have been sent. */
export type TextPhone = (order: {
  /** E.164. */
  to: string;
  text: string;
}) => Promise<{ kind: 'accepted' } | { kind: 'refused' | 'unreached' | 'unknown'; reason: string }>;

/** Functions of upper rooms that registration and the session need. */
export type Cabinet = {
  /** Called in the transaction that creates the tenant. */
  open(scope: TenantScope): Promise<void>;
  messagesLeft(scope: TenantScope): Promise<number>;
  entitlements(scope: TenantScope, now: Temporal.Instant): Promise<CabinetEntitlements>;
  /** Booking systems and CRMs that are connected. */
  crms(scope: TenantScope): Promise<CurrentUser['crms']>;
};

/** The abilities of a cabinet, and their end. */
export type CabinetEntitlements = {
  abilities: CurrentUser['abilities'];
  /** The end of what lasts longest; null never ends. */
  until: Temporal.Instant | null;
  /** The next end of a tariff; null when there is none ahead. */
  nextEnd: Temporal.Instant | null;
  isTrial: boolean;
};
