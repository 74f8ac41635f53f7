import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Sim } from '../sim/sim.ts';
import { emitMessage } from './delivery.ts';
import { ChatwootError, notFound } from './errors.ts';
import { type Caller, conversationOf, inboxOf, type Serving } from './serving.ts';
import { toMessage } from './shapes.ts';
import type { Conversation, Sender } from './state.ts';
import { addMessage, keepFile } from './writing.ts';

const MESSAGES_AFTER = 100;
const MESSAGES_BEFORE = 20;

const NewMessage = z.strictObject({
  content: z.string().nullish(),
  message_type: z.enum(['incoming', 'outgoing']).default('outgoing'),
  private: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).default(false),
  content_type: z.string().default('text'),
  content_attributes: z.record(z.string(), z.unknown()).default({}),
  source_id: z.string().optional(),
});
const MessageChange = z.strictObject({
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  external_error: z.string().optional(),
});
const Around = z.strictObject({ after: z.coerce.number().optional(), before: z.coerce.number().optional() });

/** Messages of a conversation, with files. */
export function serveMessages(sim: Sim, { read, route }: Serving): void {
  route('GET', '/conversations/:conversation/messages', {}, ({ account, params, request }) => {
    const conversation = conversationOf(account, params);
    const { after, before } = read(request, Around, 'query');
    const own = account.messages.filter((one) => one.conversationId === conversation.id);
    const shown =
      after === undefined
        ? own.filter(({ id }) => before === undefined || id < before).slice(-MESSAGES_BEFORE)
        : own.filter(({ id }) => id > after).slice(0, MESSAGES_AFTER);
    return { meta: { labels: [] }, payload: shown.map((one) => toMessage(sim, account, one)) };
  });
  route('POST', '/conversations/:conversation/messages', { alsoBots: true }, async (call) => {
    const { account, params, request, caller } = call;
    const conversation = conversationOf(account, params);
    const { fields, fileIds } = await formOf(sim, request);
    const order = read(request, NewMessage, 'body', fields);
    const isApi = inboxOf(account, conversation.inboxId).channelType === 'Channel::Api';
    if (order.message_type === 'incoming' && !isApi)
      throw new ChatwootError(422, 'Incoming messages are only allowed in Api inboxes');
    if (!order.content && fileIds.length === 0) throw new ChatwootError(422, 'Content is too short');
    const sender = senderOf(order.message_type, conversation, caller);
    const message = addMessage(sim, account, conversation, {
      kind: order.message_type,
      content: order.content ?? '',
      isPrivate: order.private,
      sourceId: order.source_id ?? null,
      contentType: order.content_type,
      contentAttributes: order.content_attributes,
      sender,
      fileIds,
    });
    return toMessage(sim, account, message);
  });
  route('PATCH', '/conversations/:conversation/messages/:message', {}, ({ account, params, request }) => {
    const conversation = conversationOf(account, params);
    const message = account.messages.find(
      (one) => one.conversationId === conversation.id && one.id === Number(params['message']),
    );
    if (!message) throw notFound();
    if (inboxOf(account, conversation.inboxId).channelType !== 'Channel::Api')
      throw new ChatwootError(403, 'Message status update is only allowed for API inboxes');
    const { status, external_error: externalError } = read(request, MessageChange, 'body');
    Object.assign(message, { status, externalError: externalError ?? null });
    sim.changed('chatwoot');
    emitMessage(sim, account, 'message_updated', message);
    return toMessage(sim, account, message);
  });
}

function senderOf(type: 'incoming' | 'outgoing', { contactId }: Conversation, { bot, user }: Caller): Sender {
  if (type === 'incoming') return { type: 'contact', id: contactId };
  return bot ? { type: 'agent_bot', id: bot.id } : { type: 'user', id: user.id };
}

/** Fields of a body in either encoding, and the files of a form. */
async function formOf(sim: Sim, request: FastifyRequest): Promise<{ fields: unknown; fileIds: string[] }> {
  if (!request.isMultipart()) return { fields: request.body, fileIds: [] };
  const fields: Record<string, unknown> = {};
  const fileIds: string[] = [];
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = part.value;
    else {
      const base64 = (await part.toBuffer()).toString('base64');
      fileIds.push(keepFile(sim, { name: part.filename, mime: part.mimetype, base64 }));
    }
  }
  return { fields, fileIds };
}
