import type { ChannelId } from '#contract/channels/calls.ts';
import { type Refusal, refusalOf } from '#contract/delivery/compared.ts';
import type { ContactPolicy } from '#contract/policy/calls.ts';
import { SlotOfferId } from '#contract/waitlist/calls.ts';
import { type ChannelToChoose, chooseChannel, type Person } from '#server/contacts/book/channel-choice-rules.ts';
import { earlierOf, isAfter, isBefore } from '#server/platform/values/instant-rules.ts';
import { frequencyContext, type RecentMessage } from '#server/policy/priority-rules.ts';
import { evaluateContactPolicy } from '#server/policy/rules.ts';
import type { SenderId } from '#contract/senders/calls.ts';
import type { VisitFactsForFlow } from '#server/visits/storage/rules.ts';
import type { StoredOffer, StoredSlot } from './stored.ts';

/** When a slot is no longer offered. */
export function closingOf(startsAt: Temporal.Instant, stopMinutes: number): Temporal.Instant {
  return startsAt.subtract({ minutes: stopMinutes });
}

/** Whether a visit takes place at a time of its master, or of nobody in particular. */
export function isInTheWay(
  visit: Pick<VisitFactsForFlow, 'status' | 'masterId' | 'startsAt' | 'durationMinutes'>,
  time: Pick<StoredSlot, 'masterId' | 'startsAt' | 'durationMinutes'>,
): boolean {
  if (visit.status === 'cancelled') return false;
  if (time.masterId !== null && time.masterId !== visit.masterId) return false;
  const endOf = (one: typeof time) => one.startsAt.add({ minutes: one.durationMinutes });
  return isBefore(visit.startsAt, endOf(time)) && isBefore(time.startsAt, endOf(visit));
}

/** When the contact's time to answer ends: the offers of a slot to all end together. */
export function endOfOffer(
  { mode, holdMinutes, closesAt }: Pick<StoredSlot, 'mode' | 'holdMinutes' | 'closesAt'>,
  sentAt: Temporal.Instant,
): Temporal.Instant {
  return mode === 'all' ? closesAt : earlierOf(closesAt, sentAt.add({ minutes: holdMinutes }));
}

/** A contact with the facts that decide whether they are candidate. */
export type Candidate = Person & {
  /** IANA; null: not known. */
  timeZone: string | null;
  refusesMailings: boolean;
  /** They are on the waiting list, so that they asked to be written to. */
  isWaiting: boolean;
  /** Other messages to them. */
  recent: readonly RecentMessage[];
};

export type OfferFacts = {
  slot: Pick<StoredSlot, 'visitId' | 'closesAt' | 'mode'>;
  policy: ContactPolicy;
  cabinetZone: string;
  senderId: SenderId;
  /** In the order they are tried. */
  channels: readonly ChannelToChoose[];
  /** Channels that have a template which can be used. */
  templateChannelIds: readonly ChannelId[];
};

type Ways = { channelId: ChannelId; fallbackChannelIds: ChannelId[] };
export type OfferDecision =
  | ({ kind: 'send' } & Ways)
  | ({ kind: 'wait'; until: Temporal.Instant } & Ways & Refusal)
  | ({ kind: 'refuse' } & Refusal);

/**
 * Decides whether a contact is asked about a slot now, later or not at all. Called to plan the message, and again when it
 * is due.
 *
 * Contacts on the waiting list asked for the message: quiet hours and a full opt-out hold it, the frequency cap does not. Likely
 * clients get marketing, which every rule of the policy holds; one who would have to wait for the cap is passed over.
 */
export function decideOffer(facts: OfferFacts, candidate: Candidate, now: Temporal.Instant): OfferDecision {
  const { slot, policy, channels, templateChannelIds } = facts;
  const isMarketing = !candidate.isWaiting;
  const choice = chooseChannel({ channels, person: candidate, templateChannelIds, at: now, isDue: true, isMarketing });
  if (choice.kind === 'none') return { kind: 'refuse', ...refusalOf(choice) };
  const ways: Ways = { channelId: choice.channel.id, fallbackChannelIds: choice.fallbacks.map(({ id }) => id) };
  const answer = evaluateContactPolicy(policy, {
    urgency: candidate.isWaiting ? 'reminder' : 'marketing',
    at: now,
    useBy: null,
    timeZone: candidate.timeZone ?? facts.cabinetZone,
    channelId: choice.channel.id,
    optOuts: candidate.optOuts,
    refusesMailings: candidate.refusesMailings,
    frequency: frequencyContext(
      candidate.recent,
      { senderId: facts.senderId, subjectId: slot.visitId, occurrence: 1 },
      policy.senderOrder,
    ),
  });
  if (answer.kind === 'allow') return { kind: 'send', ...ways };
  if (answer.kind === 'refuse') return { kind: 'refuse', ...refusalOf(answer) };
  const isOfUse = answer.rule === 'quiet_hours' && isBefore(answer.until, slot.closesAt);
  if (!isOfUse) return { kind: 'refuse', ...refusalOf(answer) };
  return { kind: 'wait', until: answer.until, ...ways, ...refusalOf(answer) };
}

/**
 * The state of an offer at a moment:
 * - `free`: the contact may accept · `held`: another contact is asked at the moment
 * - `yours` · `declined`: they said no, and may still change their mind
 * - `lost`: another contact has it · `refused`: they accepted, and the booking system had another visit there
 * - `past`: too late to accept · `gone`: it is not free any more
 */
export type OfferState = 'free' | 'held' | 'yours' | 'declined' | 'lost' | 'refused' | 'past' | 'gone';

/** @param isHeld whether another contact has the time to answer now */
export function offerState(
  slot: Pick<StoredSlot, 'status' | 'closesAt' | 'winnerOfferId' | 'booking'>,
  offer: Pick<StoredOffer, 'id' | 'status'>,
  { isHeld, now }: { isHeld: boolean; now: Temporal.Instant },
): OfferState {
  if (slot.winnerOfferId === offer.id) return slot.booking === 'refused' ? 'refused' : 'yours';
  if (slot.status === 'filled' || (slot.status === 'taken' && slot.winnerOfferId !== null)) return 'lost';
  if (slot.status === 'restored' || slot.status === 'taken' || slot.status === 'stopped') return 'gone';
  if (slot.status === 'unfilled' || !isAfter(slot.closesAt, now)) return 'past';
  if (!ANSWERABLE.has(offer.status)) return 'gone';
  if (isHeld) return 'held';
  return offer.status === 'declined' ? 'declined' : 'free';
}

/** Offers whose message was sent and that another has not won. */
const ANSWERABLE: ReadonlySet<StoredOffer['status']> = new Set(['open', 'lapsed', 'declined']);

/** A tap on a button of an offer. */
export type SlotAnswer = { isAccepted: boolean; offerId: SlotOfferId };

/** The payload of a button, e.g. `s:yes:018f…`; Telegram allows 64 bytes. */
export function slotAnswerId({ isAccepted, offerId }: SlotAnswer): string {
  return `s:${isAccepted ? 'yes' : 'no'}:${offerId.replaceAll('-', '')}`;
}

/** @returns null for a payload that is no answer to an offer */
export function readSlotAnswer(buttonId: string): SlotAnswer | null {
  const [, answer, hex = ''] = /^s:(yes|no):([0-9a-f]{32})$/.exec(buttonId) ?? [];
  const offerId = SlotOfferId.safeParse(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'));
  return answer && offerId.success ? { isAccepted: answer === 'yes', offerId: offerId.data } : null;
}
