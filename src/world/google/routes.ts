import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { isLoopback } from '../values/addresses.ts';
import { found, readOrder } from '../values/control-error.ts';
import type { Sim } from '../sim/sim.ts';
import { chooserPage, problemPage } from './page.ts';
import { newKey } from './state.ts';
import { mintToken } from './tokens.ts';

const AuthRequest = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  response_type: z.string(),
  scope: z.string(),
  nonce: z.string().optional(),
  state: z.string().optional(),
  login_hint: z.string().optional(),
  prompt: z.string().optional(),
  hl: z.string().optional(),
});
type AuthRequest = z.infer<typeof AuthRequest>;

const CERTS_AGE_S = 300;
const AUTH = '/google/o/oauth2/v2/auth';

/** Google's keys and its page to choose an account. */
export function serveGoogle(app: FastifyInstance, sim: Sim): void {
  app.get('/google/oauth2/v3/certs', async (_request, reply) => {
    const keys = sim.state.google.keys.filter((key) => key.isPublished).map((key) => key.publicJwk);
    return reply.header('cache-control', `public, max-age=${CERTS_AGE_S}, must-revalidate`).send({ keys });
  });
  app.get(AUTH, async (request, reply) => {
    const parsed = AuthRequest.safeParse(request.query);
    const problem = parsed.success ? whatIsWrong(sim, parsed.data) : 'invalid_request';
    if (!parsed.success || problem)
      return reply
        .code(400)
        .type('text/html')
        .send(problemPage(problem ?? ''));
    if (parsed.data.prompt === 'none') return choose(sim, reply, parsed.data, parsed.data.login_hint ?? '');
    return reply
      .type('text/html')
      .send(chooserPage(sim.state.google.accounts, parsed.data.client_id, AUTH, parsed.data));
  });
  app.post(AUTH, async (request, reply) => {
    const { account, ...rest } = z.looseObject({ account: z.string() }).parse(request.body);
    const authRequest = AuthRequest.parse(rest);
    const problem = whatIsWrong(sim, authRequest);
    if (problem) return reply.code(400).type('text/html').send(problemPage(problem));
    return choose(sim, reply, authRequest, account);
  });
}

function whatIsWrong(sim: Sim, authRequest: AuthRequest): string | null {
  if (!sim.state.google.clients.includes(authRequest.client_id)) return 'invalid_client';
  if (!URL.canParse(authRequest.redirect_uri)) return 'redirect_uri_mismatch';
  const { protocol, hostname } = new URL(authRequest.redirect_uri);
  if (protocol !== 'https:' && !isLoopback(hostname)) return 'redirect_uri_mismatch';
  if (authRequest.response_type !== 'id_token') return 'unsupported_response_type';
  if (!authRequest.scope.split(' ').includes('openid')) return 'invalid_scope';
  return authRequest.nonce ? null : 'nonce is required for response_type id_token';
}

async function choose(sim: Sim, reply: FastifyReply, authRequest: AuthRequest, email: string): Promise<FastifyReply> {
  const account = sim.state.google.accounts.find((one) => one.email === email);
  const answer = new URLSearchParams();
  if (account)
    answer.set('id_token', await mintToken(sim, { account, aud: authRequest.client_id, nonce: authRequest.nonce }));
  else answer.set('error', authRequest.prompt === 'none' ? 'interaction_required' : 'access_denied');
  if (authRequest.state !== undefined) answer.set('state', authRequest.state);
  return reply.redirect(`${authRequest.redirect_uri}#${answer.toString()}`, 302);
}

const TokenOrder = z.strictObject({
  email: z.string().default('anna@example.test'),
  sub: z.string().optional(),
  name: z.string().optional(),
  aud: z.union([z.string(), z.array(z.string())]).optional(),
  iss: z.string().optional(),
  exp: z.number().optional(),
  iat: z.number().optional(),
  nonce: z.string().optional(),
  alg: z.enum(['RS256', 'none', 'HS256']).optional(),
  email_verified: z.boolean().optional(),
  hd: z.string().optional(),
  kid: z.string().optional(),
  foreignKey: z.boolean().optional(),
});
const NewAccount = z.strictObject({
  email: z.email(),
  name: z.string().optional(),
  verified: z.boolean().default(true),
});

export function controlGoogle(app: FastifyInstance, sim: Sim): void {
  app.get('/_sim/google', async () => {
    const { clients, accounts, keys } = sim.state.google;
    return { clients, accounts, kids: keys.map(({ kid, isPublished }) => ({ kid, isPublished })) };
  });
  app.post('/_sim/google/token', async (request) => {
    const { email, alg, kid, foreignKey, nonce, ...claims } = readOrder(TokenOrder, request.body);
    const known = sim.state.google.accounts.find((one) => one.email === email);
    const account = known ?? {
      sub: `12${sim.ids.next('google.sub')}0000000000000000`,
      email,
      name: 'Новый Человек',
      verified: true,
    };
    const given = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
    const aud = found(sim.state.google.clients[0], 'client');
    return { idToken: await mintToken(sim, { account, aud, nonce, alg, kid, foreignKey, claims: given }) };
  });
  app.post('/_sim/google/rotate', async (request) => {
    const { drop } = readOrder(z.strictObject({ drop: z.boolean().default(false) }), request.body);
    const { keys } = sim.state.google;
    if (drop) for (const key of keys) key.isPublished = false;
    const key = newKey(`world-key-${keys.length + 1}`);
    keys.push(key);
    sim.changed('engineer');
    return { kid: key.kid };
  });
  app.post('/_sim/google/accounts', async (request, reply) => {
    const { email, name, verified } = readOrder(NewAccount, request.body);
    const account = {
      sub: `11${sim.ids.next('google.account')}1111111111111111`,
      email,
      name: name ?? email,
      verified,
    };
    sim.state.google.accounts.push(account);
    sim.changed('engineer');
    return reply.code(201).send(account);
  });
}
