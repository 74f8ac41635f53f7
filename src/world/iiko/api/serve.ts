import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readFields } from '../../values/fields.ts';
import { slidingWindow } from '../../values/limits.ts';
import type { Sim } from '../../sim/sim.ts';
import { IikoError, iikoRefusal } from '../state/errors.ts';
import type { IikoState, Login, Organization } from '../state/state.ts';
import { loginOfToken } from '../state/tokens.ts';
import { nextUuid } from '../state/uuids.ts';

/** An authenticated and permitted call. */
export type Call<Body> = {
  sim: Sim;
  state: IikoState;
  login: Login;
  body: Body;
  /** The call's correlation id, also in the answer. */
  correlationId: string;
  /** @throws {IikoError} 400 when the login does not see it */
  organization(id: string): Organization;
};
/** A call that needs no token. */
export type Entrance<Body> = Pick<Call<Body>, 'sim' | 'state' | 'body' | 'correlationId'> & {
  /** @throws {IikoError} 429 when the key asks for tokens too often */
  countToken(key: string): void;
};
export type Serve = {
  /** @param path below `/api/`, e.g. `1/organizations` */
  call<Body>(path: string, schema: z.ZodType<Body>, handler: (call: Call<Body>) => object): void;
  entrance<Body>(path: string, schema: z.ZodType<Body>, handler: (entrance: Entrance<Body>) => object): void;
};

/** Makes the functions that bind a path: limits, tokens, grants, the vendor's errors. Every call is a POST. */
export function createServe(app: FastifyInstance, sim: Sim): Serve {
  const limit = createLimit(sim);
  const bind = (path: string, answer: (request: FastifyRequest, correlationId: string) => object) =>
    app.post(`/iiko/api/${path}`, async (request, reply) => {
      const correlationId = nextUuid(sim.ids);
      try {
        return { correlationId, ...answer(request, correlationId) };
      } catch (error) {
        if (!(error instanceof IikoError)) throw error;
        sim.judge.refuse('iiko', error.status);
        return reply.code(error.status).send(iikoRefusal(error.message, error.code, correlationId));
      }
    });

  return {
    call: (path, schema, handler) =>
      bind(path, (request, correlationId) => {
        const { iiko: state } = sim.state;
        const [, token = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
        const login = loginOfToken(sim, token);
        limit.calls(login.key);
        if (login.denied.some((denied) => path.startsWith(denied)))
          throw new IikoError(401, `Method ${path} is not granted to the login`, 'METHOD_NOT_GRANTED');
        const body = read(sim, request, schema);
        return handler({
          sim,
          state,
          login,
          body,
          correlationId,
          organization: (id) => organizationOf(state, login, id),
        });
      }),
    entrance: (path, schema, handler) =>
      bind(path, (request, correlationId) => {
        const body = read(sim, request, schema);
        return handler({ sim, state: sim.state.iiko, body, correlationId, countToken: limit.tokens });
      }),
  };
}

/** The figures are not published; these are the reference's own, with room for two processes that log in at once. */
function createLimit(sim: Sim) {
  const calls = slidingWindow(5, 1000);
  const tokens = slidingWindow(3, 60_000);
  sim.onReset(() => {
    calls.clear();
    tokens.clear();
  });
  const obey = (window: typeof calls) => (key: string) => {
    if (sim.behaviours.of('iiko').limits === 'off') return;
    if (window.take(key, sim.clock.now()) > 0) throw new IikoError(429, 'Too many requests', 'TOO_MANY_REQUESTS');
  };
  return { calls: obey(calls), tokens: obey(tokens) };
}

function organizationOf(state: IikoState, login: Login, id: string): Organization {
  const organization = state.organizations.find((one) => one.id === id && login.organizationIds.includes(id));
  if (!organization)
    throw new IikoError(400, `Organization ${id} is not available to the login`, 'ORGANIZATION_NOT_FOUND');
  return organization;
}

function read<Body>(sim: Sim, request: FastifyRequest, schema: z.ZodType<Body>): Body {
  const fields = readFields(schema, request.body ?? {});
  for (const field of fields.unknown) {
    const [path = ''] = request.url.split('?');
    const at = sim.clock.iso();
    sim.journal.warn({ at, channel: 'iiko', method: request.method, path, field: `body.${field}` });
  }
  if (fields.ok) return fields.value;
  const [issue] = fields.issues;
  throw new IikoError(400, `Invalid value of ${issue?.path || 'the body'}: ${issue?.message ?? ''}`, 'INVALID_BODY');
}

export const Id = z.guid();
export const Ids = z.array(Id).min(1);
