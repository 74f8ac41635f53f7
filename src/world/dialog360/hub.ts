import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Sim } from '../sim.ts';
import { D360Error } from './errors.ts';
import { refuse } from './routes.ts';

const Login = z.looseObject({ username: z.string(), password: z.string() });
const PARTNER = {
  username: 'partner@example.test',
  password: 'partner-demo',
  id: 'PARTNER1',
  channel: 'CHANNEL1',
} as const;

/** 360dialog's partner hub: a token for the partner, a fresh key for a channel. */
export function serveHub(app: FastifyInstance, sim: Sim): void {
  app.post('/d360/api/v2/token', async (request, reply) => {
    const login = Login.safeParse(request.body);
    const isPartner = login.data?.username === PARTNER.username && login.data.password === PARTNER.password;
    if (!isPartner) return refuse(sim, reply, new D360Error(401, 'Wrong username or password'));
    const token = `hub_${sim.ids.token('hub', 40)}`;
    sim.state.d360.hubTokens.push(token);
    return { access_token: token, token_type: 'Bearer', expires_in: 86_400 };
  });
  app.get<{ Params: { partner: string } }>('/d360/api/v2/partners/:partner/channels', async (request, reply) => {
    if (!isPartner(sim, request, request.params.partner)) return refuse(sim, reply, new D360Error(401, 'Unauthorized'));
    const [number] = sim.state.d360.numbers;
    const channel = {
      id: PARTNER.channel,
      status: 'running',
      setup_info: { phone_number: number?.phone, phone_name: number?.name },
      waba_account: { id: number?.wabaId, external_id: number?.wabaId },
    };
    return { partner_channels: number ? [channel] : [], count: number ? 1 : 0, total: number ? 1 : 0 };
  });
  app.post<{ Params: { partner: string; channel: string } }>(
    '/d360/api/v2/partners/:partner/channels/:channel/api_keys',
    async (request, reply) => {
      const { partner, channel } = request.params;
      if (!isPartner(sim, request, partner)) return refuse(sim, reply, new D360Error(401, 'Unauthorized'));
      const [number] = sim.state.d360.numbers;
      if (!number || channel !== PARTNER.channel) return refuse(sim, reply, new D360Error(404, 'Channel not found'));
      number.key = `d360_${sim.ids.token('api-key', 32)}`;
      const id = `key_${sim.ids.next('api-key-id')}`;
      return reply.code(201).send({ address: `${sim.url}/d360`, api_key: number.key, app_id: 'APP1', id });
    },
  );
}

function isPartner(sim: Sim, request: FastifyRequest, partner: string): boolean {
  const token = request.headers.authorization?.replace(/^Bearer /, '') ?? request.headers['x-api-key'];
  return partner === PARTNER.id && sim.state.d360.hubTokens.includes(String(token));
}
