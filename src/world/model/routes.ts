import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRecord } from '../values/fields.ts';
import type { Sim } from '../sim/sim.ts';
import { makeAnswer } from './answering.ts';
import { answerEmbeddings } from './embeddings/routes.ts';
import { ModelError, toErrorBody } from './errors.ts';
import type { Exchange, Exchanges } from './exchanges.ts';
import { type ModelFault, takeFault } from './faults/faults.ts';
import { FAULT_KINDS, type FaultKind, STATUS_FAULTS, TRANSCRIPT_FAULTS, WIRE_FAULTS, isOneOf } from './faults/kinds.ts';
import { statusFault } from './faults/status-faults.ts';
import { envelopeOf, toChunks, toCompletion } from './protocol/completion.ts';
import { MODELS } from './protocol/models.ts';
import { readChatRequest } from './protocol/request.ts';
import { type Wire, sendJson, sendStream } from './protocol/send.ts';
import { countAnswerTokens, countMessageTokens } from './protocol/tokens.ts';
import type { ChatRequest } from './protocol/types.ts';
import { modelState } from './state.ts';
import { answerTranscription } from './transcription/routes.ts';

const BASE = '/model/v1';
const CREATED = 1_767_225_600;
const NOT_SPOKEN: readonly FaultKind[] = FAULT_KINDS.filter((kind) => !isOneOf(TRANSCRIPT_FAULTS, kind));
const EMBEDDING_FAULTS: readonly FaultKind[] = [...WIRE_FAULTS, ...STATUS_FAULTS, 'wrong_count'];
const SPOKEN: readonly FaultKind[] = [...WIRE_FAULTS, ...STATUS_FAULTS, ...TRANSCRIPT_FAULTS];

type Context = { sim: Sim; exchanges: Exchanges };
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** The OpenAI-compatible API below `/model/v1`. */
export function serveModel(app: FastifyInstance, sim: Sim, exchanges: Exchanges): void {
  const context = { sim, exchanges };
  const serve = (method: 'GET' | 'POST', path: string, handler: Handler) =>
    app.route({
      method,
      url: `${BASE}${path}`,
      handler: async (request, reply) => {
        try {
          checkKey(sim, request);
          return await handler(request, reply);
        } catch (error) {
          if (!(error instanceof ModelError)) throw error;
          return reply.code(error.status).headers(error.headers).send(toErrorBody(error));
        }
      },
    });
  serve('GET', '/models', async () => ({ object: 'list', data: Object.keys(MODELS).map(toModel) }));
  serve('GET', '/models/:id', async (request) => {
    const { id = '' } = request.params as { id?: string }; // the path above has it
    if (!Object.hasOwn(MODELS, id))
      throw new ModelError(404, `The model '${id}' does not exist`, { code: 'model_not_found' });
    return toModel(id);
  });
  serve('POST', '/chat/completions', (request, reply) => answerChat(context, request, reply));
  serve('POST', '/embeddings', (request, reply) => serveEmbeddings(context, request, reply));
  serve('POST', '/audio/transcriptions', (request, reply) => serveTranscription(context, request, reply));
}

const toModel = (id: string) => ({ id, object: 'model', created: CREATED, owned_by: 'world' });

function checkKey(sim: Sim, request: FastifyRequest): void {
  const [, key = ''] = /^Bearer (.+)$/u.exec(request.headers.authorization ?? '') ?? [];
  if (key === '')
    throw new ModelError(
      401,
      "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth.",
    );
  if (!modelState(sim).apiKeys.includes(key))
    throw new ModelError(401, `Incorrect API key provided: ${key.slice(0, 4)}****.`, { code: 'invalid_api_key' });
}

async function answerChat(context: Context, { body }: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { sim } = context;
  const fault = takeFault(modelState(sim), NOT_SPOKEN, JSON.stringify(body) ?? '');
  const write = writer(context, 'chat', body, fault);
  const request = write.guard(() => readChatRequest(body));
  const page = write.guard(() => pageOf(fault));
  if (page !== null) return reply.type('text/html').send(page);

  const { answer, mode } = makeAnswer(modelState(sim), request, fault?.kind);
  const usage = { promptTokens: countMessageTokens(request.messages), completionTokens: countAnswerTokens(answer) };
  const envelope = envelopeOf(request, fault?.kind === 'no_usage' ? null : usage, sim.clock.now());
  write.done({ mode, request, answer, usage });
  if (fault?.kind === 'no_choices') return reply.send({ ...toCompletion(envelope, answer), choices: [] });
  if (!request.isStream) return sendJson(reply, toCompletion(envelope, answer), wireOf(sim, fault));
  return sendStream(reply, toChunks(envelope, answer, request.hasStreamUsage), wireOf(sim, fault));
}

async function serveEmbeddings(context: Context, { body }: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const fault = takeFault(modelState(context.sim), EMBEDDING_FAULTS, JSON.stringify(body) ?? '');
  const write = writer(context, 'embeddings', body, fault);
  const answer = write.guard(() => answerEmbeddings(body));
  const page = write.guard(() => pageOf(fault));
  if (page !== null) return reply.type('text/html').send(page);
  write.done({ mode: 'dictionary', usage: { promptTokens: answer.usage.prompt_tokens, completionTokens: 0 } });
  const sent = fault?.kind === 'wrong_count' ? { ...answer, data: answer.data.slice(1) } : answer;
  return sendJson(reply, sent, wireOf(context.sim, fault));
}

async function serveTranscription(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { sim } = context;
  const fault = takeFault(modelState(sim), SPOKEN, '');
  const write = writer(context, 'transcription', {}, fault);
  const answer = await answerTranscription(modelState(sim), request, fault?.kind).catch((error: unknown) =>
    write.fail(error),
  );
  const page = write.guard(() => pageOf(fault));
  if (page !== null) return reply.type('text/html').send(page);
  write.done({ mode: 'script', request: answer.fields, text: answer.text });
  if (typeof answer.body === 'string') return reply.type('text/plain').send(answer.body);
  return sendJson(reply, answer.body, wireOf(sim, fault));
}

const pageOf = (fault: ModelFault | undefined) =>
  isOneOf(STATUS_FAULTS, fault?.kind) ? statusFault(fault.kind) : null;

function wireOf(sim: Sim, fault: ModelFault | undefined): Wire {
  const { tokensPerSecond } = modelState(sim).switches;
  const kind = fault?.kind;
  return { fault: isOneOf(WIRE_FAULTS, kind) ? kind : undefined, delayMs: fault?.delayMs ?? 0, tokensPerSecond };
}

type Done = {
  mode: string;
  request?: ChatRequest | Record<string, unknown>;
  answer?: Exchange['answer'];
  text?: string;
  usage?: Exchange['usage'];
};

/** Writes a request into the log of exchanges, answered or refused. */
function writer({ sim, exchanges }: Context, kind: Exchange['kind'], body: unknown, fault: ModelFault | undefined) {
  const fields = isRecord(body) ? body : {};
  const add = (rest: Pick<Exchange, 'mode' | 'status' | 'request' | 'answer' | 'usage' | 'error'>) => {
    const model = String(rest.request['model'] ?? fields['model'] ?? '');
    exchanges.add({ at: sim.clock.iso(), kind, model, fault: fault?.kind ?? null, ...rest });
    if (fault) sim.changed('engineer');
    sim.bulletin.publish('model');
  };
  const fail = (error: unknown): never => {
    if (error instanceof ModelError)
      add({ mode: 'refusal', status: error.status, request: fields, answer: null, usage: null, error: error.message });
    throw error;
  };
  return {
    fail,
    guard: <Value>(work: () => Value): Value => {
      try {
        return work();
      } catch (error) {
        return fail(error);
      }
    },
    done: ({ mode, request, answer, text, usage = null }: Done) => {
      const spoken = text === undefined ? null : { text, calls: [], finish: 'stop' as const, refusal: null };
      add({ mode, status: 200, request: request ?? fields, answer: answer ?? spoken, usage, error: null });
    },
  };
}
