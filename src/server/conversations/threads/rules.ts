import { OPT_OUT_BUTTON, MARKETING_OPT_OUT_BUTTON } from '#server/texts/content/answer-rules.ts';
import { z } from 'zod';
import type { ConversationState } from '#contract/conversations/calls.ts';
import type { FILE_TROUBLES } from '#contract/conversations/values.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import type { ChannelEvent } from '#server/channels/port.ts';
import { understand } from './understanding-rules.ts';
import { isOptInWord, isOptOutWord } from '#server/contacts/book/opt-out-word-rules.ts';

export const InboundId = z.uuid().brand<'InboundId'>();
export type InboundId = z.infer<typeof InboundId>;

export type InboundEvent = Extract<ChannelEvent, { kind: 'message' }>;
export type OwnMessageEvent = Extract<ChannelEvent, { kind: 'own_message' }>;

/** The kind of a received message as people see it: providers send videos as files, and stickers as pictures of a format that no camera makes. */
export function seenKind<Kind extends string>(kind: Kind, mime: string | null): Kind | 'sticker' | 'video' {
  if (kind === 'image' && mime === 'image/webp') return 'sticker';
  return (kind === 'file' || kind === 'image') && mime?.startsWith('video/') ? 'video' : kind;
}

/**
 * Change of the opt-out a message asks for, by its tapped button or its words.
 *
 * `start` lifts an opt-out too: pressing Start asks for messages.
 */
export type OptOutIntent =
  | { kind: 'opt_out'; scope: 'all' | 'marketing'; source: 'word' | 'button' }
  | { kind: 'opt_in' }
  | null;

export function intentOf({
  content,
  text,
  buttonId,
}: Pick<InboundEvent, 'content' | 'text' | 'buttonId'>): OptOutIntent {
  if (buttonId?.startsWith(OPT_OUT_BUTTON)) {
    const scope = buttonId === MARKETING_OPT_OUT_BUTTON ? 'marketing' : 'all';
    return { kind: 'opt_out', scope, source: 'button' };
  }
  if (content === 'start') return { kind: 'opt_in' };
  if ((content !== 'text' && content !== 'button') || text === null) return null;
  if (isOptOutWord(text)) return { kind: 'opt_out', scope: 'all', source: content === 'button' ? 'button' : 'word' };
  return isOptInWord(text) ? { kind: 'opt_in' } : null;
}

const SHOWN_LENGTH = 300;

/** Returns the first characters of a text, for lists. */
export function excerptOf(text: string): string {
  return text.length <= SHOWN_LENGTH
    ? text
    : Array.from(text.slice(0, 2 * SHOWN_LENGTH))
        .slice(0, SHOWN_LENGTH)
        .join('');
}

/** Returns whether a message needs no answer by a bot or a member. */
export function isSilent(
  { content }: Pick<InboundEvent, 'content'>,
  intent: OptOutIntent,
  isSharedPhone: boolean,
): boolean {
  return intent !== null || content === 'start' || content === 'remark' || isSharedPhone;
}

/** Whether a message only thanks or says farewell, with or without a question before it. */
export function isCourtesy({ content, text }: Pick<InboundEvent, 'content' | 'text'>): boolean {
  return content === 'text' && text !== null && understand(text).kind === 'courtesy';
}

/** Whether a message opens the channel's messaging window; a service message of the messenger does not. */
export function opensWindow({ content }: Pick<InboundEvent, 'content'>): boolean {
  return content !== 'remark';
}

/** How a message of the contact changes a thread that was set aside, and whose it is then. */
export type Reopening = { reopens: boolean; assigneeId: MemberId | null; isReassigned: boolean };

/**
 * A message that needs an answer reopens a closed thread and ends a snooze. A closed thread returns to its member only
 * where they are on duty: else nobody would see it.
 */
export function reopening(
  thread: { state: ConversationState; assigneeId: MemberId | null },
  { isSilent, isOnDuty }: { isSilent: boolean; isOnDuty: boolean },
): Reopening {
  const { state, assigneeId } = thread;
  if (isSilent || state === 'open') return { reopens: false, assigneeId, isReassigned: false };
  if (state === 'snoozed' || isOnDuty) return { reopens: true, assigneeId, isReassigned: false };
  return { reopens: true, assigneeId: null, isReassigned: assigneeId !== null };
}

/** Whether bots leave a conversation to people now. */
export function areBotsSilent(silentUntil: Temporal.Instant | null, now: Temporal.Instant): boolean {
  return silentUntil !== null && isAfter(silentUntil, now);
}

/** The part of a text that search shows, and where in it the words stand; both in letters of the excerpt. */
export function excerptAround(
  text: string,
  place: { at: number; length: number },
): { excerpt: string; from: number; to: number } {
  const start = Math.max(0, place.at - BEFORE_FOUND);
  const cut = start === 0 ? 0 : text.indexOf(' ', start) + 1 || start;
  const begin = cut <= place.at ? cut : start;
  const excerpt = `${begin > 0 ? '…' : ''}${text.slice(begin, place.at + place.length + AFTER_FOUND)}`;
  const from = place.at - begin + (begin > 0 ? 1 : 0);
  return { excerpt: excerpt.toWellFormed(), from, to: from + place.length };
}

const BEFORE_FOUND = 30;
const AFTER_FOUND = 90;

/** Characters of a text that the search covers. */
const SEARCHED_LENGTH = 2_000;

/** The part of a text that the search covers, as it was written. */
export const writtenPart = (text: string): string =>
  text.toWellFormed().normalize('NFC').slice(0, SEARCHED_LENGTH).toWellFormed();

/** A text as the search compares it: lower case, `ё` as `е`, white space as spaces. */
export const searchable = (text: string): string =>
  writtenPart(text).toLowerCase().replaceAll('ё', 'е').replaceAll(/\s/g, ' ');

export type FileTrouble = (typeof FILE_TROUBLES)[number];

/** Larger files of contacts are not kept; a voice message of an hour has half of it. */
export const LARGEST_RECEIVED_MEGABYTES = 25;

const FETCH_AGAIN_SECONDS = [10, 60, 300, 1_800, 7_200];

/** Seconds until a file is tried again; null when it is given up. */
export function afterFailedFetch(attempts: number): number | null {
  return FETCH_AGAIN_SECONDS[attempts] ?? null;
}
