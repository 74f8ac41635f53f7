import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Ability } from '#contract/billing/tariffs.ts';
import { auditedCallOf } from '#contract/audit/calls.ts';
import { isSupportChange, supportAccessOf } from '#contract/audit/support-calls.ts';
import type { Access, BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/endpoint.ts';
import type { Caller } from '#server/platform/audit/audit.ts';
import { type Scoped, withTenant } from '#server/platform/database/db.ts';
import { networkOf } from '#server/platform/values/ip-address-rules.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { bearerOf } from '#server/platform/secrets/bearer.ts';
import type {
  Context,
  ContextOf,
  MemberContext,
  ApiClientContext,
  PublicContext,
  ReadBearer,
} from '#server/platform/context/context.ts';
import { recordCall } from './recorded-calls.ts';
import { answerAround, answerInside, type KeyedAnswer, type KeyedCall, keyedCallOf } from './idempotency.ts';
import { checkValue } from '#contract/field-reasons.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { noteAnswered, apiTokenAuth, apiClientOf, type ApiClients } from '#server/platform/context/api-clients.ts';
import { siteOf } from '#server/platform/deployment/site.ts';
import { newSecret } from '#server/platform/secrets/vault.ts';

export type Input<E extends Endpoint> = { params: ParamsOf<E>; query: QueryOf<E>; body: BodyOf<E> };

type Handler<E extends Endpoint, First> = (first: First, input: Input<E>) => Promise<z.input<E['reply']>>;
type TenantEndpoint = Endpoint & { access: Exclude<Access, 'public'> };

/** Binds a declared call to its handler. Authentication, parsing and limits come before the handler. */
export type Serve = {
  <E extends Endpoint>(call: E, handle: Handler<E, ContextOf<E['access']>>): void;
  /** The handler runs in one transaction of the caller's tenant. */
  inTenant<E extends TenantEndpoint>(call: E, handle: Handler<E, Scoped<ContextOf<E['access']>>>): void;
};

/** The ways to authenticate a caller, and to ask for an ability of their cabinet. */
export type Authenticators = { readBearer: ReadBearer; apiClients: ApiClients; requireAbility: RequireAbility };

/** @throws {Problem} `tariff.missing` */
export type RequireAbility = (caller: MemberContext | ApiClientContext, ability: Ability) => Promise<void>;

/** @param served is called with every bound call, for the test that none is missing */
export function createServe(
  app: FastifyInstance,
  ctx: Context,
  { readBearer, apiClients, requireAbility }: Authenticators,
  served: (call: Endpoint) => void = () => {},
): Serve {
  const bind = <E extends Endpoint>(call: E, answer: Answer<E>): void => {
    served(call);
    app.route({
      method: call.method,
      url: call.path,
      ...(call.bodyLimitBytes && { bodyLimit: call.bodyLimitBytes }),
      ...(call.access === 'api' && apiTokenAuth(ctx, call, apiClients)),
      handler: async (request, reply) => {
        const anonymous = publicContext(ctx, request, reply);
        const admitted = await admit(anonymous, request, call, readBearer);
        if (request.isMultipart()) throw new Problem('request.unsupported_media');
        const input = parseInput(call, request) as Input<E>; // NOTE: parsed by this very call
        if (call.requires && 'tenantId' in admitted) await requireAbility(admitted, call.requires);
        const caller = admitted as ContextOf<E['access']>; // NOTE: admitted by its access
        const { answer: sent, isReplay } = await answer(caller, input, keyedCallOf(call, admitted, request, input));
        if (isReplay) reply.header('idempotent-replayed', 'true');
        if (call.access === 'api') reply.headers(await noteAnswered(apiClients, request, sent));
        return reply.header('cache-control', 'no-store').send(sent);
      },
    });
  };
  const serve = <E extends Endpoint>(call: E, handle: Handler<E, ContextOf<E['access']>>): void => {
    if (auditedCallOf(call) || isSupportChange(call))
      throw new Error(`${call.path} leaves an entry in the audit log, so it runs in one transaction`);
    bind(call, (caller, input, keyed) => {
      const work = async () => call.reply.parse(await handle(caller, input));
      return keyed ? answerAround(caller, keyed, work) : once(work);
    });
  };
  return Object.assign(serve, {
    inTenant<E extends TenantEndpoint>(call: E, handle: Handler<E, Scoped<ContextOf<E['access']>>>): void {
      bind(call, (caller, input, keyed) =>
        withTenant(caller, caller.tenantId, (scope) => {
          const work = async () => {
            const answer = call.reply.parse(await handle(scope, input));
            await recordCall(scope, call, input, answer);
            return answer;
          };
          return keyed ? answerInside(scope, keyed, work) : once(work);
        }),
      );
    },
  });
}

/** Answers a bound call; a keyed one has its effect once. */
type Answer<E extends Endpoint> = (
  caller: ContextOf<E['access']>,
  input: Input<E>,
  keyed: KeyedCall | null,
) => Promise<KeyedAnswer>;

const once = async (work: () => Promise<unknown>): Promise<KeyedAnswer> => ({ answer: await work(), isReplay: false });

const DEVICE_COOKIE = 'frontdesk_device';
/** The longest that browsers keep a cookie. */
const DEVICE_DAYS = 400;

const LONGEST_USER_AGENT = 300;

function deviceOf({ cookies }: FastifyRequest): string | null {
  const device = cookies[DEVICE_COOKIE] ?? '';
  return /^[\w-]{43}$/.test(device) ? device : null;
}

type CallContext = PublicContext & { readonly caller: Caller };

function publicContext(ctx: Context, request: FastifyRequest, reply: FastifyReply): CallContext {
  const page = request.headers['client-host'] ?? request.headers['x-client-host'];
  const site = siteOf(ctx.config, typeof page === 'string' ? page : undefined, request.host);
  const known = deviceOf(request);
  const device = known ?? newSecret();
  const keepDevice = () =>
    void reply.setCookie(DEVICE_COOKIE, device, {
      path: '/api',
      httpOnly: true,
      sameSite: 'lax',
      secure: request.protocol === 'https',
      maxAge: DEVICE_DAYS * 24 * 60 * 60,
    });
  const userAgent = request.headers['user-agent']?.slice(0, LONGEST_USER_AGENT) ?? null;
  const caller: Caller = {
    kind: 'person',
    id: null,
    onBehalfOf: null,
    supportSession: null,
    requestId: request.id,
    address: request.ip,
    userAgent,
  };
  return { ...ctx, site, address: request.ip, userAgent, device, isDeviceKnown: known !== null, keepDevice, caller };
}

/** Applies rate limits: anonymous callers are counted by address, members by id, because many may share an address. */
async function admit(
  anonymous: CallContext,
  request: FastifyRequest,
  call: Endpoint,
  readBearer: ReadBearer,
): Promise<PublicContext | MemberContext | ApiClientContext> {
  if (call.access === 'api') {
    const client = apiClientOf(request);
    return { ...anonymous, ...client, caller: callerOf(anonymous, 'api_token', client.apiTokenId) };
  }
  if (call.access === 'public') {
    await limitRate(anonymous, call, networkOf(anonymous.address));
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
  ctx: CallContext,
  request: FastifyRequest,
  call: Endpoint,
  readBearer: ReadBearer,
): Promise<MemberContext> {
  const token = bearerOf(request);
  const { isBeforeSecondFactor } = call;
  const bearer = token ? await readBearer(token, { isBeforeSecondFactor, acceptsSupport: true }) : null;
  if (!bearer) throw new Problem('auth.required');
  if (bearer.support) refuseSupport(call, bearer.support);
  if (!mayCall(call, bearer)) throw new Problem('auth.forbidden');
  return { ...ctx, ...bearer, caller: callerOfMember(ctx, call, bearer) };
}

/** @throws {Problem} `support.forbidden`, `support.read_only` until changes are allowed */
function refuseSupport(call: Endpoint, { mayChange }: NonNullable<MemberContext['support']>): void {
  const access = supportAccessOf(call);
  if (access === 'never') throw new Problem('support.forbidden');
  if (access === 'to_change' && !mayChange) throw new Problem('support.read_only');
}

function callerOfMember(
  ctx: CallContext,
  call: Endpoint,
  { memberId, support }: Pick<MemberContext, 'memberId' | 'support'>,
): Caller {
  if (support) return { ...callerOf(ctx, 'admin', support.adminId), onBehalfOf: memberId, supportSession: support.id };
  const isOfOperator = call.access === 'admin' || call.access === 'super_admin';
  return callerOf(ctx, isOfOperator ? 'admin' : 'person', memberId);
}

const callerOf = ({ caller }: CallContext, kind: Caller['kind'], id: string): Caller => ({ ...caller, kind, id });

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
  const query = checkValue(call.query, composed(request.query ?? {}));
  const body = checkValue(call.body, request.body ?? {});
  const fields = { ...query.fields, ...body.fields };
  for (const path of [...unstorablePaths(request.query), ...unstorablePaths(request.body)]) {
    (fields[path] ??= []).push('characters');
  }
  if (query.fields || body.fields || Object.keys(fields).length > 0) {
    throw new Problem('request.invalid', { fields });
  }
  return { params: params.data, query: query.data, body: body.data };
}

/** The values of a query with composed letters, as names and titles are stored. */
function composed(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return query;
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, typeof value === 'string' ? value.normalize('NFC') : value]),
  );
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
