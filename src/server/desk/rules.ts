import type { TalkFile, TalkMessageFacts, TalkOption, TalkState } from '#server/connections/talk-port.ts';
import type { InboundEvent, OwnMessageEvent } from '#server/conversations/threads/rules.ts';

/**
 * The kind of a message of a desk.
 *
 * - `contact`: of a contact in an inbox that our bots answer.
 * - `own_answer`: a person answered there; the desk has sent it.
 * - `answer`: a person answered on a channel of ours, which is to send it.
 * - `note`: for colleagues alone.
 * - `echo`: we wrote it.
 */
export type MessagePurpose = 'contact' | 'own_answer' | 'answer' | 'note' | 'echo' | 'nothing';

/** @param place the kind of its inbox: the desk's own, or that of a channel of ours */
export function purposeOf(
  { author, isPrivate, text, files }: Pick<TalkMessageFacts, 'author' | 'isPrivate' | 'text' | 'files'>,
  { place, isOwn }: { place: 'own' | 'shown'; isOwn: boolean },
): MessagePurpose {
  if (author === 'event') return 'nothing';
  if (isOwn) return 'echo';
  if (text.trim() === '' && files.length === 0) return 'nothing';
  if (isPrivate) return author === 'person' && text.trim() !== '' ? 'note' : 'nothing';
  if (author === 'contact') return place === 'own' ? 'contact' : 'nothing';
  if (author === 'bot') return 'nothing';
  return place === 'own' ? 'own_answer' : 'answer';
}

/**
 * The effect of a changed state of a talk on the conversation.
 *
 * @param from null: not known before
 */
export function afterState(from: TalkState | null, to: TalkState): 'close' | 'to_bots' | null {
  if (from === null || from === to) return null;
  if (to === 'resolved') return 'close';
  return to === 'pending' ? 'to_bots' : null;
}

/** Whether people have a talk of the desk's own inbox: bots answer only what is pending. */
export const isWithPeople = (state: TalkState | null): boolean => state === 'open' || state === 'snoozed';

const KINDS = { image: 'image', audio: 'voice', video: 'file', file: 'file' } as const;

const mediaOf = ({ url, mime, name }: TalkFile) => ({ id: url, mime, name });

type Place = Pick<InboundEvent, 'from'>;

/** A contact's message as messages of a channel: each file is one, the first with the text. */
export function toInbound(message: TalkMessageFacts, { from }: Place): InboundEvent[] {
  const { externalId, createdAt: at, text, files } = message;
  const plain = {
    kind: 'message' as const,
    at,
    from,
    buttonId: null,
    quotedProviderId: null,
    sharedPhone: null,
    startToken: null,
    callbackId: null,
  };
  if (files.length === 0) return [{ ...plain, providerMessageId: externalId, content: 'text', text, media: null }];
  return files.map((file, n) => ({
    ...plain,
    providerMessageId: n === 0 ? externalId : `${externalId}:${n}`,
    content: KINDS[file.kind],
    text: n === 0 && text !== '' ? text : null,
    media: mediaOf(file),
  }));
}

/** An option that the contact pressed, as the tap of a button below the message. */
export function toTap(
  { externalId }: Pick<TalkMessageFacts, 'externalId'>,
  { title, value }: TalkOption,
  { from, at }: Place & { at: Temporal.Instant },
): InboundEvent {
  return {
    kind: 'message',
    providerMessageId: tapIdOf(externalId),
    at,
    from,
    content: 'button',
    text: title,
    media: null,
    buttonId: value,
    quotedProviderId: externalId,
    sharedPhone: null,
    startToken: null,
    callbackId: null,
  };
}

/** Names the tap of an option of a message. */
export const tapIdOf = (externalId: string): string => `${externalId}:pressed`;

/** The same of a person's answer in an inbox of the desk. */
export function toOwn(message: TalkMessageFacts, to: InboundEvent['from']): OwnMessageEvent[] {
  const { externalId, createdAt: at, text, files } = message;
  const plain = { kind: 'own_message' as const, at, to };
  if (files.length === 0) return [{ ...plain, providerMessageId: externalId, content: 'text', text, media: null }];
  return files.map((file, n) => ({
    ...plain,
    providerMessageId: n === 0 ? externalId : `${externalId}:${n}`,
    content: KINDS[file.kind],
    text: n === 0 && text !== '' ? text : null,
    media: mediaOf(file),
  }));
}

/** The status that is written back; null: nothing yet. */
export function reportOf(status: string): 'sent' | 'delivered' | 'read' | 'failed' | null {
  if (status === 'sent' || status === 'delivered' || status === 'read' || status === 'failed') return status;
  if (status === 'accepted') return 'sent';
  return status === 'skipped' || status === 'cancelled' ? 'failed' : null;
}

const UNSHOWN_KINDS: ReadonlySet<string> = new Set(['start', 'remark', 'deleted', 'system']);

/** Whether a desk shows an item of a conversation. */
export const isShownKind = (kind: string): boolean => !UNSHOWN_KINDS.has(kind);

/** Pauses before a file of a desk is fetched again; after the last one the answer has failed. */
const FETCH_PAUSES_S = [5, 30, 120];

export const pauseAfterFetch = (attempts: number): number | null => FETCH_PAUSES_S[attempts] ?? null;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Our references are ids; those of other systems look otherwise. */
export const isReference = (reference: string | null): reference is string =>
  reference !== null && UUID.test(reference);
