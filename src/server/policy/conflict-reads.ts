import type { ConflictContact, ContactPolicy } from '#contract/policy/calls.ts';
import type { SenderId } from '#contract/senders/calls.ts';
import { recentMessagesByContact } from '#server/delivery/planning/actions.ts';
import { listSenders } from '#server/delivery/ledger/sender-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { listMarketingWaiting, type MarketingWaiting } from './conflict-queries.ts';
import { checkFrequencyCap } from './frequency-rules.ts';
import type { PolicySenders } from './port.ts';
import { frequencyContext, type RecentMessage } from './priority-rules.ts';
import { getContactPolicy } from './reads.ts';
import { listMarketing } from './report.ts';

/** Most planned messages that are read of one sender; the next ones. */
const MAX_MESSAGES = 500;

/** Planned messages of some senders, and their conflicts with other messages of the same contact. */
export type WaitingConflicts = {
  policy: ContactPolicy;
  timeZone: string;
  isMarketing: boolean;
  checked: number;
  /** Whether all planned messages were read. */
  isAll: boolean;
  people: ConflictContact[];
};

/**
 * Finds planned marketing messages that conflict with others of the same contact within the days of the frequency cap. Messages that a
 * sender in test mode plans for its owner's numbers count as messages to the contacts they are about, so that the conflict is visible before
 * it goes live.
 * @param senderId null for all working senders
 * @throws {Problem} `sender.not_found`
 */
export async function findWaitingConflicts(
  scope: ActionScope,
  { senders, senderId }: { senders: PolicySenders; senderId: SenderId | null },
): Promise<WaitingConflicts> {
  const policy = await getContactPolicy(scope);
  if (senderId && !(await listSenders(scope)).some(({ id }) => id === senderId)) throw new Problem('sender.not_found');
  const marketing = await listMarketing(scope, senders);
  const chosen = marketing
    .filter((one) => (senderId ? one.senderId === senderId : one.mode === 'combat' && one.status === 'working'))
    .map((one) => one.senderId);
  const waiting = await listMarketingWaiting(scope, chosen, MAX_MESSAGES + 1);
  const { timeZone } = await getTenant(scope);
  return {
    policy,
    timeZone,
    isMarketing: senderId === null || chosen.length > 0,
    checked: Math.min(waiting.length, MAX_MESSAGES),
    isAll: waiting.length <= MAX_MESSAGES,
    people: await conflictContacts(scope, { waiting: waiting.slice(0, MAX_MESSAGES), policy, timeZone }),
  };
}

async function conflictContacts(
  scope: ActionScope,
  known: { waiting: readonly MarketingWaiting[]; policy: ContactPolicy; timeZone: string },
): Promise<ConflictContact[]> {
  const { waiting, policy, timeZone } = known;
  const contactIds = [...new Set(waiting.map(({ contactId }) => contactId))];
  if (contactIds.length === 0) return [];
  // NOTE: twice the days, so that the message for which another was postponed is included.
  const since = scope.clock.now().subtract({ hours: 48 * policy.marketingDays });
  const recentMessages = await recentMessagesByContact(scope, contactIds, since);
  return waiting.flatMap((message) => {
    const met = meet(message, recentMessages.get(message.contactId) ?? [], policy);
    if (!met) return [];
    const { contactId, name, phone, senderId, senderTitle, at } = message;
    const zone = message.timeZone ?? timeZone;
    const about = { contactId, name, phone, timeZone: zone, senderId, senderTitle, at: String(at) };
    return [{ ...about, ...met }];
  });
}

/** The conflict of a message and its outcome; null when no other message falls within the days. */
function meet(
  message: MarketingWaiting,
  recentMessages: readonly RecentMessage[],
  policy: ContactPolicy,
): Pick<ConflictContact, 'otherTitle' | 'otherAt' | 'fate'> | null {
  const { at, useBy, putOff } = message;
  const isWaiting = putOff !== null && !putOff.isLast;
  if (isWaiting && putOff.to) return { otherTitle: putOff.to.title, otherAt: putOff.to.at, fate: 'waits' };
  const others = recentMessages.filter(
    (one) => one.isMarketing && !(one.senderId === message.senderId && one.subjectId === message.subjectId),
  );
  const [nearest] = others.toSorted((one, other) => gap(one, at) - gap(other, at));
  // NOTE: a message postponed until the frequency cap allows it is due just after the cap's days end.
  if (nearest && isWaiting) return { otherTitle: nearest.title ?? '', otherAt: String(nearest.at), fate: 'waits' };
  if (!nearest || gap(nearest, at) >= 24 * 60 * policy.marketingDays) return null;
  const spent = checkFrequencyCap(policy, frequencyContext(recentMessages, message, policy.senderOrder), at);
  const other = spent?.rule === 'gave_way' ? spent.compared : {};
  const { sender: otherTitle = nearest.title ?? '', otherAt = String(nearest.at) } = other;
  const canWait = spent?.freeAt && (!useBy || isBefore(spent.freeAt, useBy));
  const held = canWait ? 'waits' : 'gives_way';
  const fate = spent ? held : 'goes';
  return { otherTitle, otherAt, fate };
}

function gap({ at }: RecentMessage, moment: Temporal.Instant): number {
  return Math.abs(at.since(moment).total('minutes'));
}
