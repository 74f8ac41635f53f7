import { refusalOf } from '#contract/delivery/compared.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { ContactPolicy } from '#contract/policy/calls.ts';
import type { PolicyOutcome, PolicySender } from '#server/policy/port.ts';
import { decideRecipient } from '#server/mailings/deciding/rules.ts';
import { findMailing } from '#server/mailings/storage/queries.ts';
import { MailingId } from '#contract/mailings/calls.ts';
import { isAfter, laterOf } from '#server/platform/values/instant-rules.ts';
import { listContactsOfMessages, listUnderPolicy } from './policy-queries.ts';
import { loadRecipients, loadSnapshot } from './snapshot.ts';

/** Mailings as the contact policy knows senders: those that are not over. */
export const MAILINGS_UNDER_POLICY: PolicySender = {
  async listMarketing(scope) {
    const mailings = await listUnderPolicy(scope);
    return mailings.map(({ id, title, status, mode }) => {
      return { senderId: id, kind: 'mailing', title, flowKind: null, status, mode, importance: null };
    });
  },

  async compare(scope, waiting, { before, after }) {
    const now = scope.clock.now();
    const contacts: Map<string, ContactId> = await listContactsOfMessages(
      scope,
      waiting.map(({ id }) => id),
    );
    const outcomes = [];
    for (const [senderId, messages] of Map.groupBy(waiting, (message) => message.senderId)) {
      const mailing = await findMailing(scope, MailingId.parse(senderId));
      if (!mailing) continue;
      const snapshot = await loadSnapshot(scope, mailing);
      // NOTE: the longer of the two caps sets the period that is read, so that both policies see all messages they count.
      const marketingDays = Math.max(before.marketingDays, after.marketingDays);
      const read = { ...snapshot, facts: { ...snapshot.facts, policy: { ...after, marketingDays } } };
      const recipients = await loadRecipients(scope, [...contacts.values()], read);
      for (const { id, dueAt } of messages) {
        const recipient = recipients.get(contacts.get(id) ?? ('' as ContactId));
        if (!recipient) continue;
        const at = laterOf(dueAt, now);
        const decideBy = (policy: ContactPolicy): PolicyOutcome | null => {
          const decision = decideRecipient({ ...snapshot.facts, policy }, recipient.facts, at);
          if (decision.kind === 'hold') return null;
          if (decision.kind === 'refuse') return { outcome: 'skipped', rule: decision.rule };
          if (decision.kind === 'send') return { outcome: 'planned', rule: 'due', compared: {}, at };
          const { rule, compared } = refusalOf(decision);
          return { outcome: isAfter(decision.until, at) ? 'deferred' : 'planned', rule, compared, at: decision.until };
        };
        const decided = { before: decideBy(before), after: decideBy(after) };
        if (decided.before && decided.after) outcomes.push({ before: decided.before, after: decided.after });
      }
    }
    return outcomes;
  },
};
