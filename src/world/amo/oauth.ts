import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Sim } from '../sim/sim.ts';
import { readOrder } from '../values/control-error.ts';
import { AmoError } from './errors.ts';
import { type Account, amoState, RETURN_PATH, type Token } from './state.ts';

const CODE_MS = 20 * 60_000;
const TOKEN_S = 86_400;

const Consent = z.object({ client_id: z.string(), state: z.string(), mode: z.string().optional() });
const Chosen = z.object({ client_id: z.string(), state: z.string(), account: z.string() });
const Order = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  redirect_uri: z.string(),
  grant_type: z.enum(['authorization_code', 'refresh_token']),
  code: z.string().optional(),
  refresh_token: z.string().optional(),
});

export const hostOf = ({ subdomain }: Account) => `${subdomain}.amocrm.ru`;

/** The consent page, on which the person chooses an account. */
export function serveConsent(app: FastifyInstance, sim: Sim): void {
  const back = (query: Record<string, string>) =>
    `${sim.productUrl ?? ''}${RETURN_PATH}?${new URLSearchParams(query).toString()}`;
  app.get('/amo/oauth', async (request, reply) => {
    const requested = Consent.safeParse(request.query);
    if (!requested.success || requested.data.client_id !== amoState(sim).clientId)
      return reply.code(400).type('text/html').send('<h1>amoCRM: интеграция не найдена</h1>');
    return reply.type('text/html').send(page(amoState(sim).accounts, requested.data));
  });
  app.post('/amo/oauth', async (request, reply) => {
    const { account: chosen, state, client_id } = readOrder(Chosen, request.body);
    const account = amoState(sim).accounts.find(({ id }) => String(id) === chosen);
    if (!account) return reply.redirect(back({ error: 'access_denied', state, client_id }), 302);
    return reply.redirect(back({ code: giveCode(sim, account), referer: hostOf(account), state, client_id }), 302);
  });
}

/** Makes a code as the consent page does. */
export function giveCode(sim: Sim, account: Account): string {
  const code = sim.ids.token('amo.code', 40);
  const endsAt = sim.clock.now() + CODE_MS;
  amoState(sim).codes.push({ code, accountId: account.id, redirectUri: RETURN_PATH, endsAt, isUsed: false });
  sim.changed('amo');
  return code;
}

/** Exchanges a code, or renews tokens: a refresh token that comes twice kills both pairs. */
export function exchange(sim: Sim, account: Account, body: unknown): unknown {
  const state = amoState(sim);
  const read = Order.safeParse(body);
  if (!read.success) throw new AmoError(400, 'Bad request');
  const order = read.data;
  if (order.client_id !== state.clientId || order.client_secret !== state.clientSecret)
    throw new AmoError(401, 'Client authentication failed');
  if (!order.redirect_uri.endsWith(RETURN_PATH)) throw new AmoError(403, 'Wrong redirect_uri');
  if (order.grant_type === 'authorization_code') {
    const known = state.codes.find(({ code, accountId }) => code === order.code && accountId === account.id);
    if (!known || known.isUsed || known.endsAt < sim.clock.now())
      throw new AmoError(400, 'Authorization code has expired or was used');
    known.isUsed = true;
  } else {
    const known = account.tokens.find(({ refresh }) => refresh === order.refresh_token);
    if (!known || known.isDead) throw new AmoError(401, 'Unauthorized', 'Token has been revoked');
    if (known.isUsed) {
      for (const token of account.tokens) token.isDead = true;
      throw new AmoError(401, 'Unauthorized', 'Token has been revoked');
    }
    known.isUsed = true;
  }
  const token: Token = {
    access: sim.ids.token('amo.access', 60),
    refresh: sim.ids.token('amo.refresh', 60),
    endsAt: sim.clock.now() + TOKEN_S * 1000,
    isUsed: false,
    isDead: false,
  };
  account.tokens.push(token);
  sim.changed('amo');
  return { token_type: 'Bearer', expires_in: TOKEN_S, access_token: token.access, refresh_token: token.refresh };
}

const page = (
  accounts: readonly Account[],
  { client_id, state }: { client_id: string; state: string },
) => `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>amoCRM</title>
<style>body{font:16px system-ui,sans-serif;max-width:420px;margin:10vh auto;padding:0 16px}button,select{font:inherit;padding:10px 14px;margin:8px 8px 0 0}</style></head>
<body><h1>amoCRM <small>в мире-тренажёре</small></h1><p>Интеграция Frontdesk просит доступ к вашему аккаунту.</p>
<form method="post" action="/amo/oauth"><input type="hidden" name="client_id" value="${escape(client_id)}">
<input type="hidden" name="state" value="${escape(state)}">
${accounts.map(({ id, name }) => `<p><button name="account" value="${id}">Разрешить: ${escape(name)}</button></p>`).join('')}
<button name="account" value="">Отказать</button></form></body></html>`;

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
