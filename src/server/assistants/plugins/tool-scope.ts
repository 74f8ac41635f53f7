import type { BranchId } from '#contract/connections/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { Language } from '#contract/primitives.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { Visitor } from '#server/assistants/storage/visitor-queries.ts';
import type { VisitSandbox } from './visit-sandbox.ts';

/** The bounds within which a tool acts. Nothing of them comes from the model. */
export type ToolScope = {
  tenantId: TenantId;
  /** Null: a member's trial or a case, in which nothing is written. */
  contactId: ContactId | null;
  /** Everything that the contact wrote in the talk: a phone of another source is not theirs. */
  contactTexts: string;
  /** Everything that we wrote to the contact before that. */
  ownTexts: string;
  /** Visits of a case, which are booked and changed in memory. */
  sandbox?: VisitSandbox;
  /** Idempotency key of the turn. */
  key: string;
  language: Language;
  /** Empty: every active branch. */
  branchIds: readonly BranchId[];
  signal: AbortSignal;
  /**
   * The visitor of a public chat; absent: a contact that a messenger has identified. Of a visitor only what was booked in
   * their chat is theirs: anybody can type a phone.
   */
  visitor?: Pick<Visitor, 'id' | 'name' | 'phone'> | null;
};
