import type { ContactPolicy, OrderedSender } from '#contract/policy/calls.ts';
import type { SenderKind } from '#contract/senders/calls.ts';
import type { DueMessage } from '#server/delivery/port.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { DecisionRule } from '#contract/delivery/calls.ts';

/** The rooms whose messages follow the contact policy, by the kind of their senders; registered in `server/app`. */
export type PolicySenders = ReadonlyMap<SenderKind, PolicySender>;

export type PolicySender = {
  /** Lists the room's senders of marketing that are not deleted. */
  listMarketing: (scope: TenantScope) => Promise<MarketingSender[]>;
  /**
   * Decides planned messages by two policies, without storing anything. Messages that cannot be decided are left out.
   */
  compare: (
    scope: ActionScope,
    messages: readonly WaitingMessage[],
    policies: { before: ContactPolicy; after: ContactPolicy },
  ) => Promise<ComparedOutcome[]>;
};

/** A sender of marketing. @see saveSender for `importance` */
export type MarketingSender = OrderedSender & { importance: number | null };

/** A planned message to a contact. */
export type WaitingMessage = Pick<
  DueMessage,
  'id' | 'senderId' | 'senderVersion' | 'subject' | 'occurrence' | 'dueAt'
> & { senderKind: SenderKind };

/** The decision about one message by the present policy and by another. */
export type ComparedOutcome = { before: PolicyOutcome; after: PolicyOutcome };

export type PolicyOutcome =
  | { outcome: 'planned' | 'deferred'; rule: DecisionRule; compared: Record<string, unknown>; at: Temporal.Instant }
  | { outcome: 'skipped'; rule: DecisionRule };
