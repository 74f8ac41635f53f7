import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ControlError, readOrder } from '../values/control-error.ts';
import type { Sim } from '../sim/sim.ts';
import type { Exchanges } from './exchanges.ts';
import { addFault } from './faults/faults.ts';
import { FAULT_KINDS } from './faults/kinds.ts';
import { NewFixture, addFixture } from './scripted/fixtures.ts';
import { modelState } from './state.ts';
import { Transcript } from './transcription/transcripts.ts';

const NewFault = z.strictObject({
  kind: z.enum(FAULT_KINDS),
  match: z.string().optional(),
  times: z.int().nonnegative().optional(),
  delayMs: z.number().nonnegative().optional(),
});
/** The words of a recording, by its file's name or by its sound. */
const NewTranscript = z.union([
  Transcript.extend({ file: z.string().min(1) }).transform(({ file, ...rest }) => ({ ...rest, name: file })),
  Transcript.extend({ sound: z.hash('sha256') }).transform(({ sound, ...rest }) => ({ ...rest, name: sound })),
]);
const Limit = z.object({ limit: z.coerce.number().int().positive().default(200) });
const Settings = z.strictObject({
  tokensPerSecond: z.number().nonnegative().optional(),
  apiKeys: z.array(z.string().min(1)).min(1).optional(),
});

/** The control calls of the model: faults, scripted answers, transcripts, and the log of exchanges. */
export function controlModel(app: FastifyInstance, sim: Sim, exchanges: Exchanges): void {
  const changed = () => {
    sim.changed('engineer');
    sim.changed('model');
  };
  app.get('/_sim/model', async () => ({ ...modelState(sim), faultKinds: FAULT_KINDS }));
  app.patch('/_sim/model', async (request) => {
    const state = modelState(sim);
    const { tokensPerSecond, apiKeys } = readOrder(Settings, request.body);
    if (tokensPerSecond !== undefined) state.switches.tokensPerSecond = tokensPerSecond;
    if (apiKeys) state.apiKeys = apiKeys;
    changed();
    return { apiKeys: state.apiKeys, switches: state.switches };
  });

  app.get('/_sim/model/exchanges', async (request) => ({
    exchanges: exchanges.list(readOrder(Limit, request.query).limit),
  }));
  app.delete('/_sim/model/exchanges', async (_request, reply) => {
    exchanges.clear();
    changed();
    return reply.code(204).send();
  });

  app.post('/_sim/model/faults', async (request, reply) => {
    const fault = addFault(modelState(sim), readOrder(NewFault, request.body));
    changed();
    return reply.code(201).send(fault);
  });
  app.delete('/_sim/model/faults', async (_request, reply) => {
    modelState(sim).faults = [];
    changed();
    return reply.code(204).send();
  });
  app.delete<{ Params: { id: string } }>('/_sim/model/faults/:id', async (request, reply) => {
    const state = modelState(sim);
    const left = state.faults.filter(({ id }) => id !== Number(request.params.id));
    if (left.length === state.faults.length) throw new ControlError(404, 'fault not found');
    state.faults = left;
    changed();
    return reply.code(204).send();
  });

  app.post('/_sim/model/fixtures', async (request, reply) => {
    const orders = readOrder(z.union([z.array(NewFixture), NewFixture]), request.body);
    const fixtures = [orders].flat().map((order) => addFixture(modelState(sim), order));
    changed();
    return reply.code(201).send({ fixtures });
  });
  app.delete('/_sim/model/fixtures', async (_request, reply) => {
    modelState(sim).fixtures = [];
    changed();
    return reply.code(204).send();
  });
  app.post('/_sim/model/transcripts', async (request, reply) => {
    const orders = [readOrder(z.union([z.array(NewTranscript), NewTranscript]), request.body)].flat();
    for (const { name, ...transcript } of orders) modelState(sim).transcripts[name] = transcript;
    changed();
    return reply.code(201).send({ transcripts: orders.length });
  });
}
