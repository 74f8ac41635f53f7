import type { ContactId } from '#contract/contacts/calls.ts';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import type { Decision } from './rules.ts';
import { type Crowd, playTimeline, type TimelineQuestion } from './timeline.ts';

/** A recipient before their turn. */
export type Rehearsed = {
  contactId: ContactId;
  /** '' is the cabinet's. */
  timeZone: string;
  /** The decision about them at a moment. */
  decide: (at: Temporal.Instant) => Decision;
};

/** The outcome for one recipient. */
export type RehearsedOutcome = {
  contactId: ContactId;
  /** The hour in which they would get the message; null: never. */
  at: Temporal.Instant | null;
  /** Why they would not get it, or the first rule that puts it off; null: they get it when their turn comes. */
  rule: DecisionRule | null;
};

type PutOff = { recipient: Rehearsed; until: Temporal.Instant; rule: DecisionRule };

/** Decides about each recipient when their turn comes, hour by hour. Those whose turn never comes have `mailing_ended`. */
export function rehearse(question: TimelineQuestion, recipients: readonly Rehearsed[]): RehearsedOutcome[] {
  const outcomes: RehearsedOutcome[] = [];
  const fresh = Map.groupBy(recipients.toReversed(), ({ timeZone }) => timeZone);
  let putOff: PutOff[] = [];

  /** Returns whether the recipient got it. */
  const attempt = (recipient: Rehearsed, at: Temporal.Instant, before: DecisionRule | null): boolean => {
    const { contactId } = recipient;
    const decision = recipient.decide(at);
    if (decision.kind === 'wait' && isAfter(decision.until, at)) {
      putOff.push({ recipient, until: decision.until, rule: before ?? decision.rule });
      return false;
    }
    const isSent = decision.kind === 'send' || decision.kind === 'wait';
    const why = decision.kind === 'refuse' ? decision.rule : 'template_missing';
    outcomes.push(isSent ? { contactId, at, rule: before } : { contactId, at: null, rule: why });
    return isSent;
  };

  const crowd: Crowd = {
    left: () => putOff.length + [...fresh.values()].reduce((sum, list) => sum + list.length, 0),
    zones: () => {
      const zones = [...fresh].filter(([, list]) => list.length > 0).map(([zone]) => zone);
      return [...new Set([...zones, ...putOff.map(({ recipient }) => recipient.timeZone)])];
    },
    send: (zones, at, room) => {
      let sent = 0;
      const ready = putOff.filter(({ until }) => !isAfter(until, at)).slice(0, room);
      const isReady = new Set(ready);
      putOff = putOff.filter((one) => !isReady.has(one));
      for (const { recipient, rule } of ready) if (attempt(recipient, at, rule)) sent += 1;
      for (const zone of zones) {
        const waiting = fresh.get(zone) ?? [];
        while (sent < room) {
          const next = waiting.pop();
          if (!next) break;
          if (attempt(next, at, null)) sent += 1;
        }
      }
      return sent;
    },
  };
  playTimeline(question, crowd);
  for (const { recipient, rule } of putOff) outcomes.push({ contactId: recipient.contactId, at: null, rule });
  for (const { contactId } of [...fresh.values()].flat()) outcomes.push({ contactId, at: null, rule: 'mailing_ended' });
  return outcomes;
}
