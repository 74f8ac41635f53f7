import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Sim } from '../sim/sim.ts';
import { found, readOrder } from '../values/control-error.ts';
import { PIXEL } from '../values/pixel.ts';
import { aUser, anInbox } from './fixtures.ts';
import { type Account, chatwootState, type Conversation, type Message, newId, type Role } from './state.ts';
import { addMessage, keepFile, pressOption, writeAsPerson, setStatus } from './writing.ts';

const Place = z.strictObject({ account: z.int().default(1) });
const File = z.strictObject({
  name: z.string().default('photo.png'),
  mime: z.string(),
  base64: z.string().default(PIXEL),
});
const PersonMessage = Place.extend({
  /** The first inbox when it is left out. */
  inbox: z.int().optional(),
  name: z.string().default('Анна Соколова'),
  phone: z.string().nullable().default(null),
  text: z.string().default(''),
  file: File.optional(),
  /** The status of a new conversation. */
  status: z.enum(['open', 'pending']).optional(),
});
const StaffMessage = Place.extend({
  conversation: z.int(),
  text: z.string(),
  isPrivate: z.boolean().default(false),
  user: z.int().optional(),
  file: File.optional(),
});
const Press = Place.extend({
  conversation: z.int(),
  /** The title of an option of the last message that has options. */
  option: z.string(),
});
const NewStatus = Place.extend({
  conversation: z.int(),
  status: z.enum(['open', 'pending', 'resolved', 'snoozed']),
});
const Switches = z.strictObject({
  legacyUnsigned: z.boolean().optional(),
  losesWebhooks: z.boolean().optional(),
  losesNext: z.int().min(0).optional(),
});
const UserChange = z.strictObject({
  role: z.enum(['administrator', 'agent']).optional(),
  token: z.string().optional(),
});
const NewAccount = z.strictObject({ login: z.string(), name: z.string().default('Chatwoot') });
const NewSecrets = Place.extend({ secret: z.string() });

/** Actions of people in Chatwoot, and how the installation behaves. */
export function controlChatwoot(app: FastifyInstance, sim: Sim): void {
  app.get('/_sim/chatwoot', async () => chatwootState(sim));
  app.patch('/_sim/chatwoot', async (request) => {
    sim.changed('chatwoot');
    return Object.assign(chatwootState(sim).switches, readOrder(Switches, request.body));
  });
  app.post('/_sim/chatwoot/person-says', async (request, reply) => {
    const { account: id, inbox, name, phone, text, file, status } = readOrder(PersonMessage, request.body);
    const account = accountOf(sim, id);
    const inboxId = found(inbox ?? account.inboxes[0]?.id, 'inbox');
    const fileIds = file ? [keepFile(sim, file)] : [];
    return reply.code(201).send(writeAsPerson(sim, account, { inboxId, name, phone, text, fileIds, status }));
  });
  app.post('/_sim/chatwoot/staff-says', async (request, reply) => {
    const { account: id, conversation, text, isPrivate, user: userId, file } = readOrder(StaffMessage, request.body);
    const account = accountOf(sim, id);
    const fileIds = file ? [keepFile(sim, file)] : [];
    const written = { text, isPrivate, userId, fileIds };
    return reply.code(201).send(writeAsStaff(sim, account, conversationOf(account, conversation), written));
  });
  app.post('/_sim/chatwoot/press', async (request) => {
    const { account: id, conversation, option } = readOrder(Press, request.body);
    const account = accountOf(sim, id);
    return pressOption(sim, account, conversationOf(account, conversation), option);
  });
  app.post('/_sim/chatwoot/status', async (request) => {
    const { account: id, conversation: conversationId, status } = readOrder(NewStatus, request.body);
    const account = accountOf(sim, id);
    const conversation = conversationOf(account, conversationId);
    setStatus(sim, account, conversation, status);
    return conversation;
  });
  // An account without conversations, with a website and an administrator.
  app.post('/_sim/chatwoot/accounts', async (request, reply) => {
    const { login, name } = readOrder(NewAccount, request.body);
    const { accounts, users } = chatwootState(sim);
    const id = newId(sim, 'account');
    const site = anInbox(id * 10 + 1, { name: 'Website', channelType: 'Channel::WebWidget' });
    const nothing = { contacts: [], conversations: [], messages: [], bots: [], webhooks: [] };
    accounts.push({ id, name, inboxes: [site], ...nothing });
    const user = aUser(newId(sim, 'user'), login, { name, accounts: [{ id, role: 'administrator' }] });
    users.push(user);
    sim.changed('chatwoot');
    return reply.code(201).send({ id, inboxId: site.id, userId: user.id, token: user.token });
  });
  // Somebody removes our address from the account, and our bot from its inboxes.
  app.post('/_sim/chatwoot/forget', async (request) => {
    const account = accountOf(sim, readOrder(Place, request.body).account);
    account.webhooks = [];
    for (const inbox of account.inboxes) inbox.botId = null;
    sim.changed('chatwoot');
    return {};
  });
  // An administrator resets the secrets: from here on Chatwoot signs with others.
  app.post('/_sim/chatwoot/secrets', async (request) => {
    const { account: id, secret } = readOrder(NewSecrets, request.body);
    for (const signer of [...accountOf(sim, id).webhooks, ...accountOf(sim, id).bots]) signer.secret = secret;
    sim.changed('chatwoot');
    return {};
  });
  app.patch<{ Params: { user: string } }>('/_sim/chatwoot/users/:user', async (request) => {
    const user = found(
      chatwootState(sim).users.find(({ id }) => id === Number(request.params.user)),
      'user',
    );
    const { role, token } = readOrder(UserChange, request.body);
    if (role) for (const one of user.accounts) one.role = role satisfies Role;
    if (token) user.token = token;
    sim.changed('chatwoot');
    return user;
  });
}

type StaffWords = { text: string; isPrivate: boolean; userId?: number | undefined; fileIds?: string[] };

/** A reply or a private note of an operator; of the account's first one when nobody is named. */
export function writeAsStaff(
  sim: Sim,
  account: Account,
  conversation: Conversation,
  { text, isPrivate, userId, fileIds = [] }: StaffWords,
): Message {
  const operator = chatwootState(sim).users.find(
    ({ id, accounts }) => (userId === undefined || id === userId) && accounts.some((one) => one.id === account.id),
  );
  return addMessage(sim, account, conversation, {
    kind: 'outgoing',
    content: text,
    isPrivate,
    fileIds,
    sender: { type: 'user', id: found(operator, 'user').id },
  });
}

export const accountOf = (sim: Sim, id: number): Account =>
  found(
    chatwootState(sim).accounts.find((one) => one.id === id),
    'account',
  );

export const conversationOf = (account: Account, id: number): Conversation =>
  found(
    account.conversations.find((one) => one.id === id),
    'conversation',
  );
