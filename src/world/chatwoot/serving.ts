import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Sim } from '../sim/sim.ts';
import { readFields } from '../values/fields.ts';
import { ChatwootError, notAllowed, notFound } from './errors.ts';
import {
  type Account,
  type Bot,
  chatwootState,
  type Contact,
  type Conversation,
  type Inbox,
  type User,
} from './state.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type Caller = { user: User; bot: null } | { user: null; bot: Bot };
export type Call = {
  caller: Caller;
  account: Account;
  request: FastifyRequest;
  params: Record<string, string>;
  isAdmin: boolean;
};
type Access = { onlyAdmin?: true; alsoBots?: true };

/** How routes are served: `answer` without a token, `route` below an account with one. */
export type Serving = {
  read<T>(request: FastifyRequest, schema: z.ZodType<T>, where: 'query' | 'body', value?: unknown): T;
  answer(method: Method, url: string, work: (request: FastifyRequest) => unknown): void;
  route(method: Method, url: string, access: Access, work: (call: Call) => unknown): void;
};

export function servingOf(app: FastifyInstance, sim: Sim): Serving {
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
  const answer = (method: Method, url: string, work: (request: FastifyRequest) => unknown) =>
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
  const route = (method: Method, url: string, { onlyAdmin, alsoBots }: Access, work: (call: Call) => unknown) =>
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

  return {
    read,
    answer: (method, url, work) => void answer(method, url, work),
    route: (method, url, access, work) => void route(method, url, access, work),
  };
}

export function callerOf(sim: Sim, { headers }: FastifyRequest): Caller {
  const token = headers['api_access_token'];
  const { users, accounts } = chatwootState(sim);
  const user = users.find((one) => one.token === token);
  if (user) return { user, bot: null };
  const bot = accounts.flatMap(({ bots }) => bots).find((one) => one.token === token);
  if (!bot) throw new ChatwootError(401, 'Invalid Access Token');
  return { user: null, bot };
}

export function inboxOf(account: Account, id: unknown): Inbox {
  const inbox = account.inboxes.find((one) => one.id === Number(id));
  if (!inbox) throw notFound();
  return inbox;
}

export function contactOf(account: Account, id: unknown): Contact {
  const contact = account.contacts.find((one) => one.id === Number(id));
  if (!contact) throw notFound();
  return contact;
}

export function conversationOf(account: Account, { conversation: id }: Record<string, string>): Conversation {
  const conversation = account.conversations.find((one) => one.id === Number(id));
  if (!conversation) throw notFound();
  return conversation;
}
