import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/endpoint.ts';
import { consumeRateLimit } from './rate-limit.ts';
import { bearerOf } from './bearer.ts';
import type { Context, ContextOf, MemberContext, ApiClientContext, PublicContext, ReadBearer } from './context.ts';
import { Problem, wrongField } from './problem.ts';
import { noteAnswered, apiTokenAuth, apiClientOf, type ApiClients } from './api-clients.ts';
import { fieldsOf, reasonOf } from './reasons.ts';
import { siteOf } from './site.ts';

export type Input<E extends Endpoint> = { params: ParamsOf<E>; query: QueryOf<E>; body: BodyOf<E> };

/** Binds a declared call to its handler. Authentication, parsing and limits come before the handler. */
export type Serve = <E extends Endpoint>(
  call: E,
  handle: (ctx: ContextOf<E['access']>, input: Input<E>) => Promise<z.input<E['reply']>>,
) => void;

/** The ways to authenticate a caller. */
export type Authenticators = { readBearer: ReadBearer; apiClients: ApiClients };

/** @param served is called with every bound call, for the test that none is missing */
export function createServe(
  app: FastifyInstance,
  ctx: Context,
  { readBearer, apiClients }: Authenticators,
  served: (call: Endpoint) => void = () => {},
): Serve {
  return (call, handle) => {
    served(call);
    app.route({
      method: call.method,
      url: call.path,
      ...(call.bodyLimitBytes && { bodyLimit: call.bodyLimitBytes }),
      ...(call.access === 'api' && apiTokenAuth(ctx, call, apiClients)),
      handler: async (request, reply) => {
        const anonymous = publicContext(ctx, request);
        const caller = await admit(anonymous, request, call, readBearer);
        if (request.isMultipart()) throw new Problem('request.unsupported_media');
        const input = parseInput(call, request);
        const answer = await handle(caller as ContextOf<(typeof call)['access']>, input as Input<typeof call>);
        const parsed = call.reply.parse(answer);
        if (call.access === 'api') reply.headers(await noteAnswered(apiClients, request, parsed));
        return reply.header('cache-control', 'no-store').send(parsed);
      },
    });
  };
}

function publicContext(ctx: Context, request: FastifyRequest): PublicContext {
  const page = request.headers['client-host'] ?? request.headers['x-client-host'];
  const site = siteOf(ctx.config, typeof page === 'string' ? page : undefined, request.host);
  return { ...ctx, site, address: request.ip };
}

/** Applies rate limits: anonymous callers are counted by address, members by id, because many may share an address. */
async function admit(
  anonymous: PublicContext,
  request: FastifyRequest,
  call: Endpoint,
  readBearer: ReadBearer,
): Promise<PublicContext | MemberContext | ApiClientContext> {
  if (call.access === 'api') return { ...anonymous, ...apiClientOf(request) };
  if (call.access === 'public') {
    await limitRate(anonymous, call, anonymous.address);
    return anonymous;
  }
  const member = await authenticate(anonymous, request, call, readBearer);
  await limitRate(anonymous, call, member.memberId);
  return member;
}

async function limitRate(ctx: PublicContext, call: Endpoint, caller: string): Promise<void> {
  if (!call.ratePerMinute) return;
  const key = `call:${call.path}:${caller}`;
  const allowance = await consumeRateLimit(ctx.db, key, { limit: call.ratePerMinute, periodMs: 60_000 });
  if (allowance.isAllowed) return;
  throw new Problem('request.too_often', { retryAfterMs: allowance.retryAfterMs });
}

async function authenticate(
  ctx: PublicContext,
  request: FastifyRequest,
  call: Endpoint,
  readBearer: ReadBearer,
): Promise<MemberContext> {
  const token = bearerOf(request);
  const bearer = token ? await readBearer(token) : null;
  if (!bearer) throw new Problem('auth.required');
  if (!mayCall(call, bearer)) throw new Problem('auth.forbidden');
  return { ...ctx, ...bearer };
}

function mayCall(call: Endpoint, bearer: Pick<MemberContext, 'memberRole' | 'tokenRole'>): boolean {
  if (call.access === 'owner') return bearer.memberRole === 'owner';
  if (call.access === 'admin') return bearer.tokenRole !== 'user';
  if (call.access === 'super_admin') return bearer.tokenRole === 'super_admin';
  return true;
}

/** Parses the input. A malformed id in the path answers 404, like the id of another tenant. */
function parseInput(call: Endpoint, request: FastifyRequest): Input<Endpoint> {
  const params = call.params.safeParse(request.params ?? {});
  if (!params.success) throw new Problem('request.not_found');
  if (isDeeperThan(MAX_DEPTH, request.body)) throw wrongField('', 'too_deep');
  const query = call.query.safeParse(request.query ?? {}, { error: reasonOf });
  const body = call.body.safeParse(request.body ?? {}, { error: reasonOf });
  const fields = { ...fieldsOf(query.error), ...fieldsOf(body.error) };
  for (const path of [...unstorablePaths(request.query), ...unstorablePaths(request.body)]) {
    (fields[path] ??= []).push('characters');
  }
  if (!query.success || !body.success || Object.keys(fields).length > 0) {
    throw new Problem('request.invalid', { fields });
  }
  return { params: params.data, query: query.data, body: body.data };
}

/** Deeper than any valid body; the traversal stops at this depth. */
const MAX_DEPTH = 32;

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeperThan(levels - 1, part));
}

/** Paths of texts that the database cannot store: they contain a zero character, or half of a surrogate pair. */
function unstorablePaths(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => unstorablePaths(part, path ? `${path}.${key}` : key));
}
