import type { DemoBusiness } from '#contract/brands/brands.ts';
import type { FlowKind } from '#contract/flows/calls.ts';
import { HORIZON_HOURS } from '#server/flows/planning/plan-actions.ts';
import { isBefore, laterOf } from '#server/platform/values/instant-rules.ts';
import type { Random } from './random.ts';

/** A branch as it was imported: who works there and what is offered. */
export type PastBranch = {
  id: string;
  timeZone: string;
  masters: readonly { id: string; name: string }[];
  services: readonly PastService[];
};

export type PastService = {
  /** Null: it is not in the catalogue. */
  id: string | null;
  title: string;
  priceMinor: number;
  minutes: number;
  /** Absent: every master offers it. */
  masterId?: string;
};

export type PastClient = {
  id: string;
  branchId: string;
  firstSeen: Temporal.Instant;
  /** False: known by name only, no message reaches them. */
  hasPhone: boolean;
  optedOutAt: Temporal.Instant | null;
  visits: PastVisit[];
};

export type PastVisit = {
  id: string;
  branchId: string;
  clientId: string;
  master: PastBranch['masters'][number];
  service: PastBranch['services'][number];
  bookedAt: Temporal.Instant;
  startsAt: Temporal.Instant;
  status: 'arrived' | 'no_show' | 'cancelled';
  isOnline: boolean;
  /** The client came because a message invited them. */
  isInvited: boolean;
};

/** A message that was sent, or the decision against it. */
export type PastMessage = {
  id: string;
  kind: FlowKind;
  delayMinutes: number | null;
  visit: PastVisit;
  at: Temporal.Instant;
  outcome: 'failed' | 'delivered' | 'read' | 'control_group' | 'opted_out' | 'no_channel' | 'came_again';
  reply: { at: Temporal.Instant; answer: 'confirm' | 'decline' | 'thanks' | 'praise' } | null;
  /** The client's next visit, of an invitation that was not needed. */
  cameAgainAt?: Temporal.Instant;
};

/** One client's year. */
export type ClientHistory = { client: PastClient; messages: PastMessage[] };

export type YearOptions = {
  random: Random;
  now: Temporal.Instant;
  business: DemoBusiness;
  branches: readonly PastBranch[];
  clients: number;
  /** Whether the contact belongs to the control group of the invitations to return. */
  isHeldOut(contactId: string): boolean;
};

export const DAYS = 365;
/** Days ago on which the salon began to send messages, and invitations. */
export const MESSAGES_SINCE = 210;
const INVITATIONS_SINCE = 180;
/** The invitation is sent so many days after a visit that was not followed by another. */
export const INVITED_AFTER_DAYS = 30;

const NO_SHOW = { before: 0.14, since: 0.055 };
const CANCELLED = 0.07;
/** Shares of clients without a next visit who come within a month of the day of the invitation, and who come later. */
const RETURNS = { invited: 0.5, alone: 0.2, later: 0.88 };
const LAST_HOUR = 19;

type Rhythm = { share: number; days: readonly [number, number]; stays: number };

/** Days between two visits. Of a salon: a regular of nails, of hair, and one who comes now and then; of a clinic: a course, and a check. */
const RHYTHMS: Readonly<Record<DemoBusiness, readonly [Rhythm, ...Rhythm[]]>> = {
  salon: [
    { share: 0.6, days: [6, 13], stays: 0.9 },
    { share: 0.9, days: [10, 20], stays: 0.76 },
    { share: 1, days: [25, 50], stays: 0.4 },
  ],
  clinic: [
    { share: 0.4, days: [7, 21], stays: 0.85 },
    { share: 1, days: [25, 60], stays: 0.6 },
  ],
};

/**
 * Makes up a year of a business, client by client: their visits, and the messages its flows sent about them.
 *
 * Fewer clients miss their visits once reminders are sent, and more of those who stopped coming return when invited
 * than in the control group, so that every report has an effect to show. The same for the same seed.
 */
export function* makeYear(options: YearOptions): Generator<ClientHistory> {
  const taken = new Set<string>();
  for (let nth = 0; nth < options.clients; nth++) yield liveOneClient(options, nth, taken);
}

function liveOneClient(options: YearOptions, nth: number, taken: Set<string>): ClientHistory {
  const { random, now, business, branches } = options;
  const rhythms = RHYTHMS[business];
  const branch = branches[nth % 3 === 2 ? 1 : 0] ?? random.pick(branches);
  const kind = random.next();
  const rhythm = rhythms.find(({ share }) => kind < share) ?? rhythms[0];
  const favourite = random.below(branch.masters.length);
  const today = now.toZonedDateTimeISO(branch.timeZone).startOfDay();
  const joined = random.chance(0.6) ? random.below(30) : random.below(DAYS - 20);
  let day = today.subtract({ days: DAYS - joined });
  const firstSeen = day.toInstant();
  const client: PastClient = {
    id: random.id(firstSeen),
    branchId: branch.id,
    firstSeen,
    hasPhone: !random.chance(0.04),
    optedOutAt: random.chance(0.04) ? now.subtract({ hours: 24 * (5 + random.below(INVITATIONS_SINCE)) }) : null,
    visits: [],
  };
  const messages: PastMessage[] = [];
  let isInvited = false;

  while (Temporal.ZonedDateTime.compare(day, today) <= 0) {
    const visit = bookVisit(options, { branch, client, day, favourite, taken, isInvited });
    isInvited = false;
    if (visit) {
      client.visits.push(visit);
      messages.push(...messagesAbout(options, client, visit));
    }
    const [least, most] = rhythm.days;
    const pause = least + random.below(most - least);
    if (!visit || visit.status !== 'arrived' || random.chance(rhythm.stays)) {
      day = day.add({ days: pause });
      continue;
    }
    // Stops coming, unless something brings them back.
    const invitedOn = day.add({ days: INVITED_AFTER_DAYS });
    const invitedAt = visit.startsAt.add({ hours: 24 * INVITED_AFTER_DAYS });
    const sends = daysAgo(options, invitedOn) <= INVITATIONS_SINCE && isBefore(invitedAt, now);
    if (sends) {
      const message = invitation(options, client, visit);
      messages.push(message);
      isInvited = message.outcome === 'read' || message.outcome === 'delivered';
    }
    const returnsSoon = random.chance(isInvited ? RETURNS.invited : RETURNS.alone);
    if (!returnsSoon && !random.chance(RETURNS.later)) break;
    isInvited &&= returnsSoon;
    day = invitedOn.add({ days: returnsSoon ? 2 + random.below(24) : 32 + random.below(30) });
  }
  return { client, messages: [...messages, ...needlessInvitations(options, client)] };
}

const daysAgo = ({ now }: YearOptions, day: Temporal.ZonedDateTime) =>
  (now.epochMilliseconds - day.epochMilliseconds) / 86_400_000;

type Booking = {
  branch: PastBranch;
  client: PastClient;
  day: Temporal.ZonedDateTime;
  favourite: number;
  taken: Set<string>;
  isInvited: boolean;
};

/** @returns null when every hour of the day is taken, or the visit would not be over yet */
function bookVisit(
  options: YearOptions,
  { branch, client, day, favourite, taken, isInvited }: Booking,
): PastVisit | null {
  const { random, now } = options;
  const master = branch.masters[random.chance(0.8) ? favourite : random.below(branch.masters.length)];
  if (!master) return null;
  const hours = Array.from({ length: LAST_HOUR - 9 }, (_, index) => 10 + ((index * 7 + random.below(10)) % 10));
  const date = `${master.id} ${day.toPlainDate().toString()}`;
  const hour = hours.find((one) => !taken.has(`${date} ${one}`));
  if (hour === undefined) return null;
  const offered = branch.services.filter(({ masterId }) => masterId === undefined || masterId === master.id);
  const service = offered[(favourite * 3 + random.below(2)) % offered.length];
  if (!service) return null;
  const startsAt = day.with({ hour, minute: random.chance(0.3) ? 30 : 0 }).toInstant();
  if (!isBefore(startsAt.add({ minutes: service.minutes }), now)) return null;
  for (let past = hour; past < hour + Math.ceil(service.minutes / 60); past++) taken.add(`${date} ${past}`);
  const wasReminded = daysAgo(options, day) < MESSAGES_SINCE;
  const chance = random.next();
  const missed = wasReminded ? NO_SHOW.since : NO_SHOW.before;
  const arrivedOrMissed = chance < CANCELLED + missed ? 'no_show' : 'arrived';
  return {
    id: random.id(startsAt),
    branchId: branch.id,
    clientId: client.id,
    master,
    service,
    bookedAt: startsAt.subtract({ hours: 5 + random.below(24 * 7), minutes: random.below(60) }),
    startsAt,
    status: chance < CANCELLED ? 'cancelled' : arrivedOrMissed,
    isOnline: random.chance(0.45),
    isInvited,
  };
}

/** The notice of the booking, reminders a day and two hours before, and the request for a review. */
function messagesAbout(options: YearOptions, client: PastClient, visit: PastVisit): PastMessage[] {
  const since = options.now.subtract({ hours: 24 * MESSAGES_SINCE });
  const messages: PastMessage[] = [];
  const plan = (kind: FlowKind, delayMinutes: number | null, at: Temporal.Instant, answer?: readonly ReplyAnswer[]) => {
    if (isBefore(at, since) || isBefore(at, visit.bookedAt) || !isBefore(at, options.now)) return;
    messages.push(send(options, client, { kind, delayMinutes, visit, at, answer: answer ?? [] }));
  };
  plan('visit_created', null, visit.bookedAt.add({ seconds: 20 }));
  if (visit.status === 'cancelled') {
    const at = visit.startsAt.subtract({ hours: 3 });
    if (isBefore(visit.bookedAt, at)) plan('visit_cancelled', null, at);
    return messages;
  }
  const confirms = visit.status === 'arrived' ? (['confirm', 'confirm', 'confirm', 'thanks'] as const) : [];
  plan('visit_reminder', -1_440, visit.startsAt.subtract({ hours: 24 }), confirms);
  plan('visit_reminder', -120, visit.startsAt.subtract({ hours: 2 }));
  if (visit.status === 'arrived')
    plan('review_request', null, visit.startsAt.add({ minutes: visit.service.minutes + 120 }), ['praise']);
  return messages;
}

type ReplyAnswer = NonNullable<PastMessage['reply']>['answer'];

function invitation(options: YearOptions, client: PastClient, visit: PastVisit): PastMessage {
  const at = visit.startsAt.add({ hours: 24 * INVITED_AFTER_DAYS });
  const message = send(options, client, { kind: 'repeat_visit', delayMinutes: null, visit, at, answer: ['thanks'] });
  const isControl = message.outcome !== 'opted_out' && message.outcome !== 'no_channel' && options.isHeldOut(client.id);
  return isControl ? { ...message, outcome: 'control_group', reply: null } : message;
}

/** The invitations that were not sent because the client came again by themselves, at the moments when that was decided. */
function needlessInvitations({ now }: YearOptions, { visits }: PastClient): PastMessage[] {
  const since = now.subtract({ hours: 24 * INVITATIONS_SINCE });
  return visits.flatMap((visit, nth): PastMessage[] => {
    const next = visits.slice(nth + 1).find(({ status }) => status === 'arrived');
    const invitedAt = visit.startsAt.add({ hours: 24 * INVITED_AFTER_DAYS });
    if (visit.status !== 'arrived' || !next || !isBefore(next.startsAt, invitedAt)) return [];
    const at = laterOf(invitedAt.subtract({ hours: HORIZON_HOURS }), next.startsAt);
    if (isBefore(at, since) || !isBefore(at, now)) return [];
    const about = { id: visit.id, kind: 'repeat_visit' as const, delayMinutes: null, visit, at };
    return [{ ...about, outcome: 'came_again', reply: null, cameAgainAt: next.startsAt }];
  });
}

type Sending = Pick<PastMessage, 'kind' | 'delayMinutes' | 'visit' | 'at'> & { answer: readonly ReplyAnswer[] };

/** @param answer what the client may answer; several: a question with buttons, which most answer */
function send({ random, now }: YearOptions, client: PastClient, { answer, ...about }: Sending): PastMessage {
  const outcome = outcomeBy(now, about.at, outcomeFor(random, client, about.at));
  const mayAnswer = outcome === 'read' && answer.length > 0 && random.chance(answer.length > 1 ? 0.62 : 0.14);
  const at = about.at.add({ minutes: 2 + random.below(100) });
  const isAnswered = mayAnswer && isBefore(at.add({ minutes: 1 }), now);
  return { ...about, id: random.id(about.at), outcome, reply: isAnswered ? { at, answer: random.pick(answer) } : null };
}

/** When a message that was sent at a moment is read, if it is. */
export const readAt = (at: Temporal.Instant) =>
  at.add({ minutes: 1 + (Math.floor(at.epochMilliseconds / 1_000) % 60) });

/** The outcome as far as it is known at a moment: what is read later is delivered until then. */
export function outcomeBy(
  now: Temporal.Instant,
  at: Temporal.Instant,
  outcome: PastMessage['outcome'],
): PastMessage['outcome'] {
  return outcome === 'read' && !isBefore(readAt(at), now) ? 'delivered' : outcome;
}

export function outcomeFor(random: Random, client: PastClient, at: Temporal.Instant): PastMessage['outcome'] {
  const luck = random.next();
  if (!client.hasPhone) return 'no_channel';
  if (client.optedOutAt && isBefore(client.optedOutAt, at)) return 'opted_out';
  if (luck < 0.012) return 'failed';
  return luck < 0.16 ? 'delivered' : 'read';
}
