import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Sim } from '../sim/sim.ts';
import { webhookAddressProblem } from '../values/addresses.ts';
import { readFields } from '../values/fields.ts';
import { emitMessage } from './delivery.ts';
import { ChatwootError, notAllowed, notFound } from './errors.ts';
import { toBot, toContact, toConversation, toInbox, toMessage } from './shapes.ts';
import { type Account, type Bot, chatwootState, type Conversation, newId, newSecret, type User } from './state.ts';
import { addMessage, addToInbox, createContact, createConversation, keepFile, personSays, setStatus } from './writing.ts';

const PAGE_SIZE = 25;
const MAX_SESSIONS = 25;
const MESSAGES_AFTER = 100;
const MESSAGES_BEFORE = 20;

const Status = z.enum(['open', 'resolved', 'pending', 'snoozed']);
const SignIn = z.strictObject({ email: z.string(), password: z.string() });
const NewInbox = z.strictObject({
  name: z.string().min(1),
  channel: z.strictObject({ type: z.literal('api'), webhook_url: z.string() }),
});
const NewContact = z.strictObject({
  inbox_id: z.int().optional(),
  name: z.string().default(''),
  phone_number: z.string().optional(),
  email: z.string().optional(),
  identifier: z.string().optional(),
  avatar_url: z.string().optional(),
  custom_attributes: z.record(z.string(), z.unknown()).optional(),
});
const ContactInbox = z.strictObject({ inbox_id: z.int(), source_id: z.string().optional() });
const NewConversation = z.strictObject({
  source_id: z.string(),
  inbox_id: z.int(),
  contact_id: z.int(),
  status: Status.optional(),
});
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
const Toggle = z.strictObject({ status: Status, snoozed_until: z.number().optional() });
const Assignment = z.strictObject({ assignee_id: z.int().nullish(), team_id: z.int().nullish() });
const NewBot = z.strictObject({ name: z.string(), description: z.string().optional(), outgoing_url: z.string() });
const ChosenBot = z.strictObject({ agent_bot: z.int().nullable() });
const Subscriptions = z.array(
  z.enum([
    'conversation_created',
    'conversation_updated',
    'conversation_status_changed',
    'message_created',
    'message_updated',
    'webwidget_triggered',
    'contact_created',
    'contact_updated',
    'conversation_typing_on',
    'conversation_typing_off',
  ]),
);
const NewHook = z.strictObject({ url: z.string(), subscriptions: Subscriptions });
const HookChange = z.strictObject({ url: z.string().optional(), subscriptions: Subscriptions.optional() });
const Page = z.strictObject({
  status: Status.or(z.literal('all')).default('open'),
  assignee_type: z.enum(['me', 'unassigned', 'all', 'assigned']).optional(),
  sort_by: z.enum(['last_activity_at_desc', 'created_at_desc']).optional(),
  inbox_id: z.coerce.number().optional(),
  page: z.coerce.number().int().min(1).default(1),
});
const Around = z.strictObject({ after: z.coerce.number().optional(), before: z.coerce.number().optional() });
const Search = z.strictObject({ q: z.string(), page: z.coerce.number().optional() });

type Caller = { user: User; bot: null } | { user: null; bot: Bot };
type Call = {
  caller: Caller;
  account: Account;
  request: FastifyRequest;
  params: Record<string, string>;
  isAdmin: boolean;
};
type Access = { onlyAdmin?: true; alsoBots?: true };

/** The API below `/chatwoot/api/v1`, the sign-in, the public API of inboxes, and files. */
export function serveChatwoot(app: FastifyInstance, sim: Sim): void {
  const read = <T>(request: FastifyRequest, schema: z.ZodType<T>, where: 'query' | 'body', value?: unknown): T => {
    const fields = readFields(schema, value ?? request[where] ?? {});
    const [path = ''] = request.url.split('?');
    for (const field of fields.unknown)
      sim.journal.warn({
        at: sim.clock.iso(),
        channel: 'chatwoot',
        method: request.method,
        path,
        field: `${where}.${field}`,
      });
    if (fields.ok) return fields.value;
    throw new ChatwootError(422, fields.issues.map(({ path: at, message }) => `${at}: ${message}`).join('; '));
  };
  const answer = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, work: (request: FastifyRequest) => unknown) =>
    app.route({
      method,
      url: `/chatwoot${url}`,
      handler: async (request, reply) => {
        try {
          const body = await work(request);
          return await (body === undefined ? reply.code(204).send() : reply.send(body));
        } catch (error) {
          if (!(error instanceof ChatwootError)) throw error;
          return reply.code(error.status).send(error.body);
        }
      },
    });
  const route = (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    { onlyAdmin, alsoBots }: Access,
    work: (call: Call) => unknown,
  ) =>
    answer(method, `/api/v1/accounts/:account${url}`, (request) => {
      const params = request.params as Record<string, string>; // NOTE: fastify's own parser makes strings of them
      const caller = callerOf(sim, request);
      const account = chatwootState(sim).accounts.find(({ id }) => id === Number(params['account']));
      if (!account) throw notFound();
      const role = caller.user?.accounts.find(({ id }) => id === account.id)?.role;
      const isOwnBot = caller.bot !== null && account.bots.includes(caller.bot);
      if (!role && !isOwnBot) throw new ChatwootError(401, 'You are not authorized to access this account');
      if ((isOwnBot && !alsoBots) || (onlyAdmin && role !== 'administrator')) throw notAllowed();
      return work({ caller, account, request, params, isAdmin: role === 'administrator' });
    });

  answer('POST', '/auth/sign_in', (request) => {
    const { email, password } = read(request, SignIn, 'body');
    const user = chatwootState(sim).users.find((one) => one.email === email && one.password === password);
    if (!user)
      throw new ChatwootError(401, 'invalid', {
        success: false,
        errors: ['Invalid login credentials. Please try again.'],
      });
    if (user.hasMfa) return { mfa_required: true, mfa_token: `mfa-${user.id}` };
    if (user.sessions >= MAX_SESSIONS)
      throw new ChatwootError(409, 'sessions', { error: 'Too many active sessions', sessions: [] });
    user.sessions++;
    sim.changed('chatwoot');
    const { id, name, token, accounts } = user;
    return { data: { id, name, email, access_token: token, account_id: accounts[0]?.id, accounts: accountsOf(sim, user) } };
  });
  answer('GET', '/api/v1/profile', (request) => {
    const { user } = callerOf(sim, request);
    if (!user) throw notAllowed();
    const { id, name, email, token, accounts } = user;
    return { id, name, email, access_token: token, account_id: accounts[0]?.id, accounts: accountsOf(sim, user) };
  });

  route('GET', '/inboxes', {}, ({ account, isAdmin }) => ({
    payload: account.inboxes.map((inbox) => toInbox(inbox, isAdmin)),
  }));
  route('POST', '/inboxes', { onlyAdmin: true }, ({ account, request }) => {
    const { name, channel } = read(request, NewInbox, 'body');
    const id = newId(sim, 'inbox');
    const inbox = {
      id,
      name,
      channelType: 'Channel::Api',
      webhookUrl: channel.webhook_url,
      secret: newSecret(sim),
      identifier: sim.ids.token('chatwoot.inbox', 24),
      botId: null,
    } as const;
    account.inboxes.push({ ...inbox });
    sim.changed('chatwoot');
    return toInbox(inbox, true);
  });
  route('GET', '/inboxes/:inbox/agent_bot', {}, ({ account, params }) => {
    const { botId } = inboxOf(account, params['inbox']);
    const bot = account.bots.find(({ id }) => id === botId);
    return { agent_bot: bot ? toBot(bot) : {} };
  });
  route('POST', '/inboxes/:inbox/set_agent_bot', { onlyAdmin: true }, ({ account, params, request }) => {
    const inbox = inboxOf(account, params['inbox']);
    const { agent_bot: botId } = read(request, ChosenBot, 'body');
    if (botId !== null && !account.bots.some(({ id }) => id === botId)) throw notFound();
    inbox.botId = botId;
    sim.changed('chatwoot');
  });

  route('GET', '/agent_bots', {}, ({ account, isAdmin }) =>
    account.bots.map((bot) => {
      const { access_token, secret, ...rest } = { secret: undefined, ...toBot(bot) };
      return isAdmin ? { ...rest, access_token, ...(secret !== undefined && { secret }) } : rest;
    }),
  );
  route('POST', '/agent_bots', { onlyAdmin: true }, ({ account, request }) => {
    const { name, outgoing_url: outgoingUrl } = read(request, NewBot, 'body');
    const token = sim.ids.token('chatwoot.bot', 24);
    const bot: Bot = { id: newId(sim, 'bot'), name, outgoingUrl, token, secret: newSecret(sim) };
    account.bots.push(bot);
    sim.changed('chatwoot');
    return toBot(bot);
  });

  route('GET', '/webhooks', { onlyAdmin: true }, ({ account }) => ({ payload: { webhooks: account.hooks.map(toHook) } }));
  route('POST', '/webhooks', { onlyAdmin: true }, ({ account, request }) => {
    const { url, subscriptions } = read(request, NewHook, 'body');
    if (webhookAddressProblem(url)) throw new ChatwootError(422, 'Url is invalid');
    if (account.hooks.some((one) => one.url === url)) throw new ChatwootError(422, 'Url has already been taken');
    const hook = { id: newId(sim, 'hook'), url, subscriptions: [...subscriptions], secret: newSecret(sim) };
    account.hooks.push(hook);
    sim.changed('chatwoot');
    return { payload: { webhook: toHook(hook) } };
  });
  route('PATCH', '/webhooks/:hook', { onlyAdmin: true }, ({ account, params, request }) => {
    const hook = account.hooks.find(({ id }) => id === Number(params['hook']));
    if (!hook) throw notFound();
    const { url, subscriptions } = read(request, HookChange, 'body');
    Object.assign(hook, { ...(url && { url }), ...(subscriptions && { subscriptions }) });
    sim.changed('chatwoot');
    return { payload: { webhook: toHook(hook) } };
  });
  route('DELETE', '/webhooks/:hook', { onlyAdmin: true }, ({ account, params }) => {
    const index = account.hooks.findIndex(({ id }) => id === Number(params['hook']));
    if (index === -1) throw notFound();
    account.hooks.splice(index, 1);
    sim.changed('chatwoot');
    return {};
  });

  route('GET', '/contacts/search', {}, ({ account, request }) => {
    const q = read(request, Search, 'query').q.toLowerCase();
    const found = account.contacts.filter((one) =>
      [one.name, one.phone, one.email, one.identifier].some((text) => text?.toLowerCase().includes(q)),
    );
    return { meta: { count: found.length, current_page: 1 }, payload: found.map((one) => toContact(account, one)) };
  });
  route('POST', '/contacts', {}, ({ account, request }) => {
    const { inbox_id: inboxId, name, phone_number, email, identifier } = read(request, NewContact, 'body');
    if (phone_number !== undefined && !/^\+[1-9]\d{1,14}$/.test(phone_number))
      throw new ChatwootError(422, 'Phone number should be in e164 format');
    if (phone_number !== undefined && account.contacts.some(({ phone }) => phone === phone_number))
      throw new ChatwootError(422, 'Phone number has already been taken');
    if (identifier !== undefined && account.contacts.some((one) => one.identifier === identifier))
      throw new ChatwootError(422, 'Identifier has already been taken');
    const contact = createContact(sim, account, {
      name,
      phone: phone_number ?? null,
      email: email ?? null,
      identifier: identifier ?? null,
    });
    const inbox = inboxId === undefined ? null : inboxOf(account, inboxId);
    const sourceId = inbox && addToInbox(sim, contact, inbox.id);
    return {
      payload: {
        contact: toContact(account, contact),
        contact_inbox: inbox && { source_id: sourceId, inbox: toInbox(inbox, false) },
      },
    };
  });
  route('POST', '/contacts/:contact/contact_inboxes', {}, ({ account, params, request }) => {
    const contact = contactOf(account, params['contact']);
    const { inbox_id: inboxId, source_id: wanted } = read(request, ContactInbox, 'body');
    const inbox = inboxOf(account, inboxId);
    return { source_id: addToInbox(sim, contact, inbox.id, wanted), inbox: toInbox(inbox, false) };
  });
  route('GET', '/contacts/:contact/conversations', {}, ({ account, params }) => {
    const contact = contactOf(account, params['contact']);
    const own = account.conversations.filter((one) => one.contactId === contact.id);
    return { payload: own.toReversed().map((one) => toConversation(sim, account, one)) };
  });

  route('GET', '/conversations', {}, ({ account, request }) => {
    const { status, page, inbox_id: inboxId } = read(request, Page, 'query');
    const own = account.conversations
      .filter((one) => (status === 'all' || one.status === status) && (!inboxId || one.inboxId === inboxId))
      .toSorted((a, b) => b.lastActivityAt - a.lastActivityAt || b.id - a.id);
    const shown = own.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    return {
      data: {
        meta: { mine_count: 0, unassigned_count: own.length, all_count: own.length },
        payload: shown.map((one) => toConversation(sim, account, one)),
      },
    };
  });
  route('POST', '/conversations', {}, ({ account, request }) => {
    const { source_id: sourceId, inbox_id, contact_id, status } = read(request, NewConversation, 'body');
    const inbox = inboxOf(account, inbox_id);
    const contact = contactOf(account, contact_id);
    if (!contact.inboxes.some((one) => one.inboxId === inbox.id && one.sourceId === sourceId)) throw notFound();
    const made = createConversation(sim, account, { inboxId: inbox.id, contactId: contact.id, sourceId, status });
    return toConversation(sim, account, made);
  });
  route('GET', '/conversations/:conversation', {}, ({ account, params }) =>
    toConversation(sim, account, conversationOf(account, params)),
  );
  route('POST', '/conversations/:conversation/toggle_status', { alsoBots: true }, ({ account, params, request }) => {
    const conversation = conversationOf(account, params);
    const { status } = read(request, Toggle, 'body');
    setStatus(sim, account, conversation, status);
    return {
      meta: {},
      payload: { success: true, current_status: conversation.status, conversation_id: conversation.id },
    };
  });
  route('POST', '/conversations/:conversation/assignments', { alsoBots: true }, ({ account, params, request }) => {
    const conversation = conversationOf(account, params);
    conversation.assigneeId = read(request, Assignment, 'body').assignee_id ?? null;
    conversation.updatedAt = sim.clock.now();
    sim.changed('chatwoot');
    return { id: conversation.assigneeId };
  });

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
    const sender =
      order.message_type === 'incoming'
        ? ({ type: 'contact', id: conversation.contactId } as const)
        : caller.bot
          ? ({ type: 'agent_bot', id: caller.bot.id } as const)
          : ({ type: 'user', id: caller.user.id } as const);
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

  // The public API of an API inbox: a person's messages, without a token.
  answer('POST', '/public/api/v1/inboxes/:identifier/messages', (request) => {
    const { identifier } = request.params as { identifier: string };
    const { content, name } = read(request, z.strictObject({ content: z.string(), name: z.string() }), 'body');
    for (const account of chatwootState(sim).accounts) {
      const inbox = account.inboxes.find((one) => one.identifier === identifier);
      if (inbox)
        return toMessage(sim, account, personSays(sim, account, { inboxId: inbox.id, name, phone: null, text: content }));
    }
    throw notFound();
  });
  app.get<{ Params: { id: string } }>('/chatwoot/files/:id/:name', async (request, reply) => {
    const file = chatwootState(sim).files[request.params.id];
    if (!file) return reply.code(404).send({ error: 'Resource could not be found' });
    return reply.type(file.mime).send(Buffer.from(file.base64, 'base64'));
  });
}

function callerOf(sim: Sim, { headers }: FastifyRequest): Caller {
  const token = headers['api_access_token'];
  const { users, accounts } = chatwootState(sim);
  const user = users.find((one) => one.token === token);
  if (user) return { user, bot: null };
  const bot = accounts.flatMap(({ bots }) => bots).find((one) => one.token === token);
  if (!bot) throw new ChatwootError(401, 'Invalid Access Token');
  return { user: null, bot };
}

const accountsOf = (sim: Sim, user: User) =>
  user.accounts.map(({ id, role }) => ({
    id,
    name: chatwootState(sim).accounts.find((one) => one.id === id)?.name,
    status: 'active',
    role,
    active_at: null,
  }));

const toHook = ({ id, url, subscriptions, secret }: Account['hooks'][number]) => ({
  id,
  url,
  subscriptions,
  ...(secret !== null && { secret }),
});

function inboxOf(account: Account, id: unknown) {
  const inbox = account.inboxes.find((one) => one.id === Number(id));
  if (!inbox) throw notFound();
  return inbox;
}

function contactOf(account: Account, id: unknown) {
  const contact = account.contacts.find((one) => one.id === Number(id));
  if (!contact) throw notFound();
  return contact;
}

function conversationOf(account: Account, { conversation: id }: Record<string, string>): Conversation {
  const conversation = account.conversations.find((one) => one.id === Number(id));
  if (!conversation) throw notFound();
  return conversation;
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
