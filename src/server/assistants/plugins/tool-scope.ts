import type { BranchId } from '#contract/connections/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { Language } from '#contract/primitives.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { VisitSandbox } from './visit-sandbox.ts';

/** The bounds within which a tool acts. Nothing of them comes from the model. */
export type ToolScope = {
  tenantId: TenantId;
  /** Null: a member's trial or a case, in which nothing is written. */
  contactId: ContactId | null;
  /** Visits of a case, which are booked and changed in memory. */
  sandbox?: VisitSandbox;
  /** Idempotency key of the turn. */
  key: string;
  language: Language;
  /** Empty: every active branch. */
  branchIds: readonly BranchId[];
  signal: AbortSignal;
};
