import { flowKind } from '#contract/flows/kinds.ts';
import { decide } from '#server/flows/deciding/rules.ts';
import { factsOf, loadTenantSnapshot } from '#server/flows/facts/fact-reads.ts';
import { listFlowRows, listFlowsById } from '#server/flows/storage/reads.ts';
import { importanceOf, senderKindOf, toFlowMessage } from '#server/flows/storage/sender-rules.ts';
import type { ContactPolicy } from '#contract/policy/calls.ts';
import type { PolicySender } from '#server/policy/port.ts';
import { eventsOf, subjectsOf } from './due.ts';
import { loadPinnedVersions, pinnedFor } from './pinned-versions.ts';

/** Flows as the contact policy knows senders. */
export const FLOWS_UNDER_POLICY: PolicySender = {
  async listMarketing(scope) {
    const flows = await listFlowRows(scope);
    return flows
      .filter(({ kind }) => flowKind(kind).isMarketing)
      .map(({ id, kind, title, status, mode }) => ({
        senderId: id,
        kind: senderKindOf(kind),
        title,
        flowKind: kind,
        status,
        mode,
        importance: importanceOf(kind),
      }));
  },

  async compare(scope, waiting, { before, after }) {
    const now = scope.clock.now();
    const messages = waiting.flatMap(toFlowMessage);
    const flows = await listFlowsById(scope, [...new Set(messages.map(({ flowId }) => flowId))]);
    const pinned = await loadPinnedVersions(scope, flows, messages);
    const all = [...flows, ...pinned.values()];
    const snapshot = await loadTenantSnapshot(scope, all);
    // NOTE: the longer of the two caps sets the period that is read, so that both policies see all messages they count.
    const marketingDays = Math.max(before.marketingDays, after.marketingDays);
    const context = { flows: all, snapshot: { ...snapshot, policy: { ...after, marketingDays } }, now };
    const subjects = await subjectsOf(scope, messages, context);
    const events = await eventsOf(scope, messages);
    return messages.flatMap((message) => {
      const flow = flows.find(({ id }) => id === message.flowId);
      const subject = subjects.get(message.subject.id);
      if (!flow || !subject) return [];
      const version = pinnedFor(flow, message, pinned);
      const event = events.get(message.id) ?? null;
      const facts = factsOf(subject, version, snapshot, { event, hasPlannedMessage: true });
      const decideBy = (policy: ContactPolicy) =>
        decide(facts, version, now, policy).find(({ testPhone }) => testPhone === null);
      const outcomes = { before: decideBy(before), after: decideBy(after) };
      return outcomes.before && outcomes.after ? [{ before: outcomes.before, after: outcomes.after }] : [];
    });
  },
};
