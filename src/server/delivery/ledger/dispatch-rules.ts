import { type Compared, type Refusal, refusalOf } from '#contract/delivery/compared.ts';
import type { Subject } from '#server/subjects/rules.ts';
import type { MessageContent } from '#server/texts/content/message-content.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { DecisionRule, ErrorClass, MessageId } from '#contract/delivery/calls.ts';
import type { SenderId, SenderKind } from '#contract/senders/calls.ts';
import type { ChannelTraits } from '#contract/channels/kind.ts';
import type { OutgoingMessage, SendOutcome } from '#server/channels/port.ts';
import { isFreeTextAllowed } from '#server/contacts/book/channel-choice-rules.ts';
import { leavingForm } from '#server/texts/content/rendered-message-rules.ts';
import { numberedAnswers, type NumberedAnswer } from '#server/texts/content/answer-rules.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import type { DueAnswer } from '#server/delivery/port.ts';
import { isAnswering } from './rules.ts';

/** A planned message that is due, with its recipient. */
export type DueRow = {
  id: MessageId;
  senderId: SenderId;
  senderKind: SenderKind;
  senderVersion: number | null;
  subject: Subject | null;
  step: number;
  occurrence: number;
  contactId: ContactId | null;
  channelId: ChannelId;
  fallbackChannelIds: ChannelId[];
  testPhone: string | null;
  /** An earlier channel had accepted it: what ends this attempt does not end the message. */
  wasSent: boolean;
  /** A channel had accepted an earlier attempt. */
  wasAccepted: boolean;
  isTest: boolean;
  isMarketing: boolean;
  dueAt: Temporal.Instant;
  useBy: Temporal.Instant | null;
  content: MessageContent;
  /** The text it was planned with. */
  body: string;
  attempts: number;
  isCounted: boolean;
  /** The rule that held it, if any. */
  heldBy: DecisionRule | null;
  /** The contact's phone; the owner's in test mode. */
  phone: string | null;
  /** The contact's address on the channel; null when the channel never reached them. */
  address: {
    id: string;
    channelUserId: string;
    phone: string | null;
    isReachable: boolean;
    windowUntil: Temporal.Instant | null;
  } | null;
};

/** The decision about a due message. */
export type Decision =
  | { kind: 'send'; message: ReadyMessage }
  | ({ kind: 'skip' } & Refusal)
  /** The rule is null where the channel's own rate limit postpones the message. */
  | ({ kind: 'defer'; until: Temporal.Instant } & (Refusal | { rule: null; compared: Record<never, never> }))
  /** This channel cannot reach the contact; the next one may. */
  | { kind: 'move'; to: ChannelId; rest: ChannelId[]; rule: DecisionRule }
  /** The quota does not cover it: it keeps waiting. */
  | { kind: 'hold' };

export type ReadyMessage = {
  row: DueRow;
  outgoing: OutgoingMessage;
  /** The recipient as the provider identifies them; pauses are counted by it. */
  recipient: string;
  content: MessageContent;
  sentButtons: NumberedAnswer[];
};

/** A message later than this is shown at the time it was sent, not at the time it was due. */
const LATE_MS = 60_000;

/** Decides about a due message: whether it is too late or no longer wanted, its recipient and its form. */
export function decideDue(
  row: DueRow,
  answer: DueAnswer | undefined,
  traits: ChannelTraits,
  now: Temporal.Instant,
): Decision {
  if (row.useBy && !isAfter(row.useBy, now)) {
    return { kind: 'skip', rule: 'too_late', compared: lateness(row.useBy, row.heldBy, now) };
  }
  if (answer?.kind === 'skip') return answer;
  if (answer?.kind === 'defer') return answer;
  if (answer?.kind === 'pass_on') return elsewhere(row, refusalOf(answer));
  const to = recipientOf(row, traits);
  if (!to) return elsewhere(row, { rule: 'no_channel', compared: {} });
  const content = answer?.content ?? row.content;
  return shape(row, content, to, { traits, now });
}

/** The compared values of a message that is too late, with the rule that held it until then. */
export function lateness(
  useBy: Temporal.Instant,
  heldBy: DecisionRule | null,
  now: Temporal.Instant,
): Compared<'too_late'> {
  return { useBy: useBy.toString(), now: now.toString(), ...(heldBy && { waitedFor: heldBy }) };
}

function recipientOf(row: DueRow, traits: ChannelTraits): OutgoingMessage['to'] | null {
  const { address } = row;
  if (address && !address.isReachable) return null;
  if (address) return { phone: address.phone ?? row.phone, channelUserId: address.channelUserId };
  return traits.reachesPhones && row.phone ? { phone: row.phone, channelUserId: null } : null;
}

function shape(
  row: DueRow,
  content: MessageContent,
  to: OutgoingMessage['to'],
  { traits, now }: { traits: ChannelTraits; now: Temporal.Instant },
): Decision {
  const recipient = to.phone ?? to.channelUserId ?? '';
  const sentButtons = numberedAnswers(content.buttons);
  const isLate = !row.wasSent && row.dueAt.until(now).total('milliseconds') > LATE_MS;
  const leaving = isLate ? { ...row, dueAt: now } : row;
  const isWindowOpen = isFreeTextAllowed(traits, row.address?.windowUntil ?? null, now);
  const form = leavingForm(content, { id: row.channelId, traits }, isWindowOpen);
  if (form.form === 'none') {
    const rule = isAnswering(row.senderKind) ? 'window_closed' : 'template_missing';
    return elsewhere(row, { rule, compared: {} });
  }
  if (form.form === 'text') {
    const { text, image, file, buttons } = form;
    const outgoing = { reference: row.id, to, text, image, ...(file && { file }), buttons, template: null };
    const sent = content.leftBy ? { ...content, leftBy: null } : content;
    return { kind: 'send', message: { row: leaving, outgoing, recipient, content: sent, sentButtons } };
  }
  const { text, template } = form;
  const answers = content.buttons.filter((button) => button.type === 'answer');
  const places = template.answerIndexes ?? answers.map((_, index) => index);
  const { id, name, language, header } = template;
  const leftBy = { name, language, ...(header && { header }) };
  const outgoing: OutgoingMessage = {
    reference: row.id,
    to,
    text,
    image: null,
    buttons: [],
    template: {
      ...(id !== undefined && { id }),
      ...leftBy,
      parameters: template.parameters,
      buttonIds: places.flatMap((index, nth) => (answers[nth] ? [{ index, id: answers[nth].id }] : [])),
    },
  };
  const sent = { ...content, leftBy };
  return { kind: 'send', message: { row: leaving, outgoing, recipient, content: sent, sentButtons } };
}

function elsewhere(row: DueRow, refusal: Refusal): Decision {
  const [to, ...rest] = row.fallbackChannelIds;
  if (to) return { kind: 'move', to, rest, rule: refusal.rule };
  return { kind: 'skip', ...refusal };
}

/** The part of a provider's answer that is recorded. */
export type Outcome = {
  id: MessageId;
  status: 'planned' | 'accepted' | 'sent' | 'failed' | 'unknown';
  providerMessageId: string | null;
  /** Number of attempts so far that count towards {@link MAX_ATTEMPTS}. */
  attempts: number;
  dueAt: Temporal.Instant | null;
  /** The channel to try next, with those after it; null keeps the channel. */
  moveTo: { channelId: ChannelId; rest: ChannelId[] } | null;
  reason: DecisionRule | null;
  errorClass: ErrorClass | null;
  errorCode: string | null;
  errorText: string | null;
};

/** A temporary failure is retried until this many attempts, over about an hour. */
export const MAX_ATTEMPTS = 5;
const TRY_AGAIN_AFTER_S = [10, 60, 300, 900, 2_400];

/** Maps the provider's answer to the message's next state. */
export function settleOutcome(row: DueRow, outcome: SendOutcome, now: Temporal.Instant): Outcome {
  const plain = { ...NOTHING, id: row.id, attempts: row.attempts };
  if (outcome.kind === 'accepted') {
    return { ...plain, status: outcome.isSent ? 'sent' : 'accepted', providerMessageId: outcome.providerMessageId };
  }
  if (outcome.kind === 'unknown') {
    return { ...plain, status: 'unknown', errorClass: 'unknown_result', errorText: outcome.text };
  }
  const error = { errorClass: outcome.errorClass, errorCode: outcome.code, errorText: outcome.text };
  if (outcome.kind === 'refused') return { ...plain, ...error, ...afterRefusal(row, outcome.errorClass, now) };
  if (outcome.scope === 'channel') return { ...plain, ...error, status: 'planned' };
  if (outcome.errorClass === 'rate_limited') {
    return { ...plain, ...error, status: 'planned', dueAt: now.add({ milliseconds: outcome.retryAfterMs ?? 6_000 }) };
  }
  return { ...plain, ...error, ...tryAgain(row, now, outcome.retryAfterMs ?? 0) };
}

/** After a longer requested pause the message is tried once more, and then given up. */
const LONG_PAUSE_MS = 3_600_000;

/** The next attempt after a temporary failure, or the end of the message. */
export function tryAgain(
  { attempts }: Pick<DueRow, 'attempts'>,
  now: Temporal.Instant,
  atLeastMs = 0,
): Pick<Outcome, 'status' | 'attempts' | 'dueAt' | 'reason'> {
  const tried = attempts + 1;
  if (tried >= MAX_ATTEMPTS) return { status: 'failed', attempts: tried, dueAt: null, reason: 'provider_refused' };
  const waitMs = Math.max(atLeastMs, (TRY_AGAIN_AFTER_S[attempts] ?? 0) * 1_000);
  const isLast = atLeastMs >= LONG_PAUSE_MS;
  const counted = isLast ? MAX_ATTEMPTS - 1 : tried;
  return { status: 'planned', attempts: counted, dueAt: now.add({ milliseconds: waitMs }), reason: null };
}

/** Error classes of a channel that does not work: its messages wait until it works again. */
export const STOPS_CHANNEL: ReadonlySet<ErrorClass> = new Set(['auth', 'account_blocked', 'quota']);

/** Maps a final refusal, whether it came with the answer or later as a status. */
export function afterRefusal(
  row: Pick<DueRow, 'fallbackChannelIds' | 'channelId' | 'content' | 'attempts' | 'isMarketing'>,
  errorClass: ErrorClass,
  now: Temporal.Instant,
  atLeastMs = 0,
): Pick<Outcome, 'status' | 'attempts' | 'reason' | 'moveTo' | 'dueAt'> {
  const stays = { attempts: row.attempts, moveTo: null, dueAt: null };
  if (STOPS_CHANNEL.has(errorClass)) return { ...stays, status: 'planned', reason: 'channel_unavailable' };
  if (errorClass === 'recipient_invalid') {
    const [channelId, ...rest] = row.fallbackChannelIds;
    if (channelId) return { ...stays, status: 'planned', reason: null, moveTo: { channelId, rest } };
    return { ...stays, status: 'failed', reason: 'recipient_invalid' };
  }
  if (errorClass === 'window_closed') {
    // NOTE: the limit of attempts ends the loop if the provider refuses templates too.
    const hasWay = row.content.templates.some((one) => one.channelId === row.channelId) || row.fallbackChannelIds[0];
    if (hasWay && row.attempts + 1 < MAX_ATTEMPTS)
      return { ...stays, attempts: row.attempts + 1, status: 'planned', reason: null };
    return { ...stays, status: 'failed', reason: 'window_closed' };
  }
  if (errorClass === 'temporary' || errorClass === 'rate_limited') {
    if (row.isMarketing) return { ...stays, status: 'failed', reason: 'provider_refused' };
    const [channelId, ...rest] = row.fallbackChannelIds;
    if (atLeastMs >= LONG_PAUSE_MS && channelId)
      return { ...stays, status: 'planned', reason: null, moveTo: { channelId, rest } };
    return { ...stays, ...tryAgain(row, now, atLeastMs) };
  }
  if (errorClass === 'opted_out') {
    // NOTE: such a refusal concerns this channel alone; an opt-out of everything stops it before it leaves on the next.
    const [channelId, ...rest] = row.fallbackChannelIds;
    if (channelId) return { ...stays, status: 'planned', reason: null, moveTo: { channelId, rest } };
    return { ...stays, status: 'failed', reason: 'opted_out' };
  }
  if (errorClass === 'content_rejected') return { ...stays, status: 'failed', reason: 'content_rejected' };
  return { ...stays, status: 'failed', reason: 'provider_refused' };
}

/**
 * How long the channel pauses after an answer that concerns the whole channel.
 *
 * @param inARow number of consecutive such answers
 * @param random 0 to 1, so that channels of one provider do not retry at the same time
 */
export function restMs(retryAfterMs: number | null, inARow: number, random: number): number {
  if (retryAfterMs !== null) return Math.max(100, retryAfterMs);
  const growing = Math.min(60_000, 500 * 2 ** Math.min(inARow, 10));
  return Math.round(growing * (0.75 + random / 2));
}

/** The number of tokens a claim waits for, so that a rate-limited channel does not need one claim per message. */
export function worthClaiming({ perSecond, burst }: Pick<ChannelTraits, 'perSecond' | 'burst'>): number {
  return Math.max(1, Math.min(burst, Math.floor(perSecond / 10)));
}

const NOTHING = {
  providerMessageId: null,
  dueAt: null,
  moveTo: null,
  reason: null,
  errorClass: null,
  errorCode: null,
  errorText: null,
};
