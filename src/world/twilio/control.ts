import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { found, readOrder } from '../values/control-error.ts';
import type { Sim } from '../sim/sim.ts';
import { receiveMessage } from './inbound.ts';
import { reportStatus } from './sending.ts';
import { APPROVALS, OUT_STATUSES, REGIONS, twilioState } from './state.ts';

const Inbound = z.strictObject({
  from: z.string(),
  to: z.string().optional(),
  text: z.string().default(''),
  button: z.string().optional(),
  media: z.strictObject({ url: z.string().optional(), base64: z.base64().optional(), mime: z.string() }).optional(),
  place: z.strictObject({ latitude: z.string(), longitude: z.string(), label: z.string().optional() }).optional(),
});
const Approval = z.strictObject({ status: z.enum(APPROVALS), reason: z.string().default('') });
const AccountChange = z.strictObject({
  token: z.string().optional(),
  status: z.enum(['active', 'suspended', 'closed']).optional(),
  balance: z.number().optional(),
  isTest: z.boolean().optional(),
  region: z.enum(REGIONS).optional(),
});
const Switches = z.strictObject({ reorder: z.boolean().optional(), advancedOptOut: z.boolean().optional() });
const Status = z.strictObject({
  status: z.enum(OUT_STATUSES),
  code: z.int().optional(),
  times: z.int().positive().default(1),
});

export function controlTwilio(app: FastifyInstance, sim: Sim): void {
  app.get('/_sim/twilio', async () => twilioState(sim));
  app.post('/_sim/twilio/inbound', async (request, reply) =>
    reply.code(201).send(receiveMessage(sim, readOrder(Inbound, request.body))),
  );
  app.patch<{ Params: { sid: string } }>('/_sim/twilio/accounts/:sid', async (request) => {
    const account = found(
      twilioState(sim).accounts.find(({ sid }) => sid === request.params.sid),
      'account',
    );
    sim.changed('twilio');
    return Object.assign(account, readOrder(AccountChange, request.body));
  });
  app.patch<{ Params: { id: string } }>('/_sim/twilio/senders/:id', async (request) => {
    const { queueMs } = readOrder(z.strictObject({ queueMs: z.number().nonnegative() }), request.body);
    const sender = found(
      twilioState(sim).senders.find(({ id }) => id === request.params.id),
      'sender',
    );
    return Object.assign(sender, { busyUntil: sim.clock.now() + queueMs });
  });
  app.post<{ Params: { sid: string } }>('/_sim/twilio/contents/:sid/approval', async (request) => {
    const content = found(
      twilioState(sim).contents.find(({ sid }) => sid === request.params.sid),
      'content',
    );
    return Object.assign(content.approval, readOrder(Approval, request.body));
  });
  app.post('/_sim/twilio/switches', async (request) => {
    const { switches } = twilioState(sim);
    const { reorder = switches.reorder, advancedOptOut = switches.advancedOptOut } = readOrder(Switches, request.body);
    return Object.assign(switches, { reorder, advancedOptOut });
  });
  app.post<{ Params: { sid: string } }>('/_sim/twilio/messages/:sid/status', async (request) => {
    const { status, code = null, times } = readOrder(Status, request.body);
    const message = found(
      twilioState(sim).messages.find(({ sid }) => sid === request.params.sid),
      'message',
    );
    for (let nth = 0; nth < times; nth++) reportStatus(sim, message, status, code);
    return message;
  });
}
