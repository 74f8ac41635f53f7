import { z } from 'zod';
import { traitsOf } from '#contract/channels/kinds.ts';
import type { ChannelProvider, Credentials, OutgoingMessage, SendOrder, SendOutcome } from '#server/channels/port.ts';
import { fitButtons } from '#contract/texts/fitting.ts';
import type { CommandOutcome } from '#server/connections/command-port.ts';
import type { NewTalkMessage } from '#server/connections/talk-port.ts';
import {
  accountOf,
  accountPath,
  type ApiCaller,
  type ApiResult,
  callApi,
  type ChatwootOptions,
  talkIdOf,
} from './api-client.ts';
import { addMessage } from './messages.ts';

const KIND = 'chatwoot';
const Id = z.number().int();
const Talks = z.object({ payload: z.array(z.object({ id: Id, inbox_id: Id, status: z.string() })) });

/**
 * An inbox of Chatwoot that our bots answer. Credentials: `baseUrl`, `accountId`, `inboxId`, its `inboxKind`, `accessToken`
 * of a person, and `botToken` of our bot. The channel's user id is that of the contact in Chatwoot; what is sent is added to the
 * contact's latest talk in the inbox. Nothing is received here: the connection receives.
 */
export function createChatwootChannel(options: ChatwootOptions): ChannelProvider {
  return {
    kind: KIND,
    traits: traitsOf(KIND),
    async check(credentials, signal) {
      const request = { method: 'GET', path: '/api/v1/profile' } as const;
      const profile = await callApi(options, callerOf(credentials, signal), request, z.object({ id: Id }));
      if (profile.isOk)
        return { isOk: true, value: { externalId: credentials['id'] ?? '', address: null, name: null } };
      const { text, isTemporary, retryAfterMs } = profile;
      const trouble = isTemporary ? 'unreachable' : 'wrong_token';
      return { isOk: false, trouble, text, isTemporary, retryAfterMs };
    },
    subscribe: async () => ({ isOk: true, value: null }),
    send: (order) => send(options, order),
    async fetchMedia({ baseUrl }, { id: url }) {
      // The deployment's own installation may be within a private network; every other address must be public.
      const isTrusted = (baseUrl ?? options.baseUrl) === options.baseUrl && url.startsWith(`${options.baseUrl}/`);
      return { kind: 'found', url, isTrusted, sizeBytes: null };
    },
    verify: () => false,
    read: () => [],
  };
}

async function send(options: ChatwootOptions, order: SendOrder): Promise<SendOutcome> {
  const { credentials, message, signal } = order;
  const contactId = message.to.channelUserId;
  if (contactId === null) return refused('recipient_invalid', 'no_contact', 'The contact has not written here');
  const caller = callerOf(credentials, signal);
  const talk = await latestTalk(options, caller, contactId);
  if (!talk.isOk)
    return fromOutcome(
      talk.isTemporary
        ? { kind: 'unreached', trouble: talk.trouble, text: talk.text, retryAfterMs: talk.retryAfterMs }
        : { kind: 'refused', trouble: talk.trouble, text: talk.text },
      contactId,
    );
  if (talk.value === null) return refused('recipient_invalid', 'no_talk', 'The contact has no talk in this inbox');
  const { image, file } = message;
  const picture = image && { ...image, name: image.url.split(/[?#]/)[0]?.split('/').at(-1) || 'image' };
  const files = [...(picture ? [picture] : []), ...(file ? [file] : [])];
  const { text, options: items } = withButtons(message, files.length > 0 ? '' : (credentials['inboxKind'] ?? ''));
  const token = credentials['botToken'] ?? credentials['accessToken'] ?? '';
  const outcome = await addMessage(
    options,
    { ...caller, credentials: { ...caller.credentials, token } },
    {
      talkId: talkIdOf(accountOf(caller), talk.value),
      direction: 'outgoing',
      isPrivate: false,
      text,
      files,
      reference: message.reference,
      options: items,
    },
  );
  return fromOutcome(outcome, contactId);
}

/** Inboxes whose channel shows options, with the longest title and the most of them. */
const OPTIONS: Readonly<Record<string, { most: number; letters: number }>> = {
  web_widget: { most: 10, letters: 60 },
  api: { most: 10, letters: 60 },
  telegram: { most: 10, letters: 60 },
  whatsapp: { most: 10, letters: 20 },
};

/** The answers of a message as options of its inbox; where it shows none, numbered in words. */
function withButtons(
  { text, buttons }: OutgoingMessage,
  inboxKind: string,
): Pick<Required<NewTalkMessage>, 'text' | 'options'> {
  const answers = buttons.flatMap((one) => (one.type === 'answer' ? [{ title: one.title, value: one.id }] : []));
  const can = OPTIONS[inboxKind];
  const fits = can && answers.length <= can.most && answers.every(({ title }) => title.length <= can.letters);
  if (fits && text !== '') return { text, options: answers };
  const traits = traitsOf(KIND);
  const limits = { ...traits, buttons: { ...traits.buttons, answers: 0 } };
  return { text: fitButtons(limits, { text, hasImage: false, buttons }).text, options: [] };
}

async function latestTalk(
  options: ChatwootOptions,
  caller: ApiCaller,
  contactId: string,
): Promise<ApiResult<number | null>> {
  const path = accountPath(caller, `/contacts/${encodeURIComponent(contactId)}/conversations`);
  const talks = await callApi(options, caller, { method: 'GET', path }, Talks);
  if (!talks.isOk) return talks.status === 404 ? { isOk: true, value: null } : talks;
  const own = talks.value.payload.filter((one) => String(one.inbox_id) === caller.credentials['inboxId']);
  return { isOk: true, value: own.length === 0 ? null : Math.max(...own.map(({ id }) => id)) };
}

function fromOutcome(outcome: CommandOutcome, channelUserId: string): SendOutcome {
  if (outcome.kind === 'unknown') return { kind: 'unknown', text: outcome.text ?? 'no answer' };
  if (outcome.kind === 'done') {
    const { messageId } = Answer.parse(outcome.answer);
    return { kind: 'accepted', providerMessageId: messageId, channelUserId, isSent: true };
  }
  const { trouble, text } = outcome;
  const isLogin = trouble === 'token_expired' || trouble === 'rights_missing';
  if (outcome.kind === 'refused' || isLogin)
    return refused(isLogin ? 'auth' : 'content_rejected', trouble, text ?? trouble);
  return {
    kind: 'unreached',
    errorClass: 'temporary',
    code: trouble,
    text: text ?? trouble,
    retryAfterMs: outcome.retryAfterMs ?? null,
    scope: 'channel',
  };
}

const Answer = z.object({ messageId: z.string() });

const refused = (
  errorClass: 'recipient_invalid' | 'auth' | 'content_rejected',
  code: string,
  text: string,
): SendOutcome => ({ kind: 'refused', errorClass, code, text });

function callerOf(credentials: Credentials, signal: AbortSignal | undefined): ApiCaller {
  const token = credentials['accessToken'] ?? '';
  return { isUrgent: true, credentials: { ...credentials, token }, ...(signal && { signal }) };
}
