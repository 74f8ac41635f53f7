import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Sim } from '../sim/sim.ts';
import { D360Error } from './errors.ts';
import { refuse } from './routes.ts';
import type { WabaNumber } from './state.ts';

const Login = z.looseObject({ username: z.string(), password: z.string() });
const PARTNER = {
  username: 'partner@example.test',
  password: 'partner-demo',
  id: 'PARTNER1',
  key: 'partner-demo-key',
  channel: 'CHANNEL1',
} as const;

const Filters = z.looseObject({ filters: z.string().optional() });
const Filter = z.looseObject({ id: z.string().optional(), client_id: z.string().optional() });
const Permission = z.looseObject({ redirect_url: z.string() });

/** 360dialog's partner hub: the page where an owner permits numbers, and a fresh key for each of them. */
export function serveHub(app: FastifyInstance, sim: Sim): void {
  /** The first number has the fixed id of the demo. */
  const idOf = (number: WabaNumber) =>
    number === sim.state.d360.numbers[0] ? PARTNER.channel : `CHANNEL${number.phoneNumberId.slice(-6)}`;

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
    const { filters = '{}' } = Filters.parse(request.query);
    const wanted = Filter.parse(JSON.parse(filters));
    const channels = sim.state.d360.numbers
      .map((number) => ({
        id: idOf(number),
        client_id: clientOf(number),
        status: 'running',
        setup_info: { phone_number: number.phone, phone_name: number.name },
        waba_account: { id: number.wabaId, external_id: number.wabaId },
      }))
      .filter((one) => wanted.id === undefined || one.id === wanted.id)
      .filter((one) => wanted.client_id === undefined || one.client_id === wanted.client_id);
    return { partner_channels: channels, count: channels.length, total: channels.length };
  });
  app.post<{ Params: { partner: string; channel: string } }>(
    '/d360/api/v2/partners/:partner/channels/:channel/api_keys',
    async (request, reply) => {
      const { partner, channel } = request.params;
      if (!isPartner(sim, request, partner)) return refuse(sim, reply, new D360Error(401, 'Unauthorized'));
      const number = sim.state.d360.numbers.find((one) => idOf(one) === channel);
      if (!number) return refuse(sim, reply, new D360Error(404, 'Channel not found'));
      number.key = `d360_${sim.ids.token('api-key', 32)}`;
      sim.changed('d360');
      const id = `key_${sim.ids.next('api-key-id')}`;
      return reply.code(201).send({ address: `${sim.url}/d360`, api_key: number.key, app_id: 'APP1', id });
    },
  );
  app.get('/d360/hub/dashboard/app/:partner/permissions', async (request, reply) => {
    const { redirect_url: back } = Permission.parse(request.query);
    const rows = sim.state.d360.numbers.map(
      (number) =>
        `<li><a href="${escape(returnOf(back, number, idOf(number)))}">${escape(number.name)}, +${number.phone}</a></li>`,
    );
    return reply
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><title>360dialog</title><h1>360dialog</h1><p>Allow access to a number:</p><ul>${rows.join('')}</ul>`,
      );
  });
}

/** Numbers of one account belong to one client. */
const clientOf = ({ wabaId }: WabaNumber) => `CLIENT_${wabaId}`;

function returnOf(back: string, number: WabaNumber, id: string): string {
  const url = new URL(back);
  url.searchParams.set('client', clientOf(number));
  url.searchParams.set('channels', `[${id}]`);
  return url.href;
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function isPartner(sim: Sim, request: FastifyRequest, partner: string): boolean {
  const key = request.headers['x-api-key'];
  const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
  return partner === PARTNER.id && (key === PARTNER.key || sim.state.d360.hubTokens.includes(token));
}
