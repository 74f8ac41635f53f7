import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Sim } from '../sim/sim.ts';
import { serveAdministration } from './admin-routes.ts';
import { serveContacts } from './contact-routes.ts';
import { serveConversations } from './conversation-routes.ts';
import { ChatwootError, notAllowed, notFound } from './errors.ts';
import { serveMessages } from './message-routes.ts';
import { callerOf, servingOf } from './serving.ts';
import { toMessage } from './shapes.ts';
import { chatwootState, type User } from './state.ts';
import { writeAsPerson } from './writing.ts';

const MAX_SESSIONS = 25;
const SignIn = z.strictObject({ email: z.string(), password: z.string() });

/** The API below `/chatwoot/api/v1`, the sign-in, the public API of inboxes, and files. */
export function serveChatwoot(app: FastifyInstance, sim: Sim): void {
  const serving = servingOf(app, sim);
  const { read, answer } = serving;
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
    return {
      data: { id, name, email, access_token: token, account_id: accounts[0]?.id, accounts: accountsOf(sim, user) },
    };
  });
  answer('GET', '/api/v1/profile', (request) => {
    const { user } = callerOf(sim, request);
    if (!user) throw notAllowed();
    const { id, name, email, token, accounts } = user;
    return { id, name, email, access_token: token, account_id: accounts[0]?.id, accounts: accountsOf(sim, user) };
  });
  serveAdministration(sim, serving);
  serveContacts(sim, serving);
  serveConversations(sim, serving);
  serveMessages(sim, serving);
  // The public API of an API inbox: a person's messages, without a token.
  answer('POST', '/public/api/v1/inboxes/:identifier/messages', (request) => {
    const { identifier } = request.params as { identifier: string };
    const { content, name } = read(request, z.strictObject({ content: z.string(), name: z.string() }), 'body');
    for (const account of chatwootState(sim).accounts) {
      const inbox = account.inboxes.find((one) => one.identifier === identifier);
      if (inbox)
        return toMessage(
          sim,
          account,
          writeAsPerson(sim, account, { inboxId: inbox.id, name, phone: null, text: content }),
        );
    }
    throw notFound();
  });
  app.get<{ Params: { id: string } }>('/chatwoot/files/:id/:name', async (request, reply) => {
    const file = chatwootState(sim).files[request.params.id];
    if (!file) return reply.code(404).send({ error: 'Resource could not be found' });
    return reply.type(file.mime).send(Buffer.from(file.base64, 'base64'));
  });
}

const accountsOf = (sim: Sim, user: User) =>
  user.accounts.map(({ id, role }) => ({
    id,
    name: chatwootState(sim).accounts.find((one) => one.id === id)?.name,
    status: 'active',
    role,
    active_at: null,
  }));
