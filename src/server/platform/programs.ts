import type { FastifyError, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { ApiTokenId } from '#contract/api-tokens.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { ProblemCode } from '#contract/problems.ts';
import type { TenantId } from '#contract/tenants.ts';
import { takeAllowance } from './allowance.ts';
import { bearerOf } from './bearer.ts';
import type { Context } from './context.ts';
import { asProblem } from './http.ts';
import { Problem, wrongField } from './problem.ts';

/** Who calls with an API token: a program of the tenant's own. */
export type Program = {
  readonly tenantId: TenantId;
  readonly apiTokenId: ApiTokenId;
  /** What the token was made for. */
  readonly scopes: readonly string[];
  readonly isRevoked: boolean;
};

/** One call of a program and how it ended, for people. */
export type ProgramCall = {
  method: string;
  /** As it was asked, without the query. */
  path: string;
  idempotencyKey: string | null;
  status: number;
  problem: { code: ProblemCode; details?: Record<string, unknown> | undefined } | null;
  isReplay: boolean;
  /** What was answered, where it was. */
  answer: unknown;
};

/** Given to the platform by the room that keeps the tokens. */
export type Programs = {
  /** Null when it is no token of ours. */
  read(token: string): Promise<Program | null>;
  note(program: Program, called: ProgramCall): Promise<void>;
};

/** What a handler needs to know of the call beside its input. */
export type ProgramAsk = {
  readonly idempotencyKey: string | null;
  /** The answer is one that was given before: the caller is told so in a header. */
  noteReplay(): void;
};

/** Who makes a call and how it is answered: known from the first moment, so that whatever comes of it can be shown. */
type Visit = ProgramAsk & { program: Program; isReplay: boolean };

const visits = new WeakMap<FastifyRequest, Visit>();

const KEY_HEADER = 'idempotency-key';
const LONGEST_KEY = 200;
/** A program that is refused for its haste is shown so often. */
const HASTE_NOTED_EACH_MS = 60_000;

/**
 * The way in for programs. They are recognised before the body is read, so that a body nobody understands is shown
 * too, and strangers cannot make us read one.
 */
export function programDoor(
  ctx: Pick<Context, 'db'>,
  call: Endpoint,
  programs: Programs,
): Pick<RouteShorthandOptions, 'onRequest' | 'errorHandler'> {
  return {
    async onRequest(request) {
      const token = bearerOf(request);
      const program = token ? await programs.read(token) : null;
      if (!program) throw new Problem('auth.required');
      const key = request.headers[KEY_HEADER];
      const visit: Visit = {
        program,
        idempotencyKey: typeof key === 'string' && key.length <= LONGEST_KEY ? key : null,
        isReplay: false,
        noteReplay() {
          this.isReplay = true;
        },
      };
      visits.set(request, visit);
      await limit(ctx, call, program);
      if (program.isRevoked) throw new Problem('auth.token_revoked');
      if (call.scope && !program.scopes.includes(call.scope))
        throw new Problem('auth.forbidden', { scope: call.scope });
      if (call.needsIdempotencyKey) demandKey(key);
    },
    async errorHandler(error: FastifyError, request) {
      await noteRefusal(ctx, programs, request, asProblem(error));
      throw error; // NOTE: what answers it is the handler of all calls
    },
  };
}

/** @throws when the call did not come through {@link programDoor} */
export function programOf(request: FastifyRequest): Program & ProgramAsk {
  const visit = visits.get(request);
  if (!visit) throw new Error('A call of a program came by another door');
  const { program, idempotencyKey } = visit;
  return { ...program, idempotencyKey, noteReplay: () => visit.noteReplay() };
}

/** @returns headers the answer gets */
export async function noteAnswered(
  programs: Programs,
  request: FastifyRequest,
  answer: unknown,
): Promise<Record<string, string>> {
  const visit = visits.get(request);
  if (!visit) return {};
  const { program, isReplay } = visit;
  await programs.note(program, { ...askedBy(request, visit), status: 200, problem: null, isReplay, answer });
  return isReplay ? { 'idempotent-replayed': 'true' } : {};
}

async function limit(ctx: Pick<Context, 'db'>, call: Endpoint, { apiTokenId }: Program): Promise<void> {
  if (!call.ratePerMinute) return;
  const size = { limit: call.ratePerMinute, periodMs: 60_000 };
  const allowance = await takeAllowance(ctx.db, `api:${apiTokenId}`, size);
  if (!allowance.isAllowed) throw new Problem('request.too_often', { retryAfterMs: allowance.retryAfterMs });
}

function demandKey(key: string | string[] | undefined): void {
  if (typeof key !== 'string' || key.trim() === '') throw new Problem('idempotency.key_missing');
  if (key.length > LONGEST_KEY) throw wrongField('Idempotency-Key', 'too_long');
}

/** Haste is shown once a minute: a program that asks a thousand times a second must not make us write as often. */
async function noteRefusal(
  ctx: Pick<Context, 'db'>,
  programs: Programs,
  request: FastifyRequest,
  { status, code, details }: Problem,
): Promise<void> {
  const visit = visits.get(request);
  if (!visit) return;
  if (code === 'request.too_often') {
    const key = `api-noted:${visit.program.apiTokenId}`;
    const allowance = await takeAllowance(ctx.db, key, { limit: 1, periodMs: HASTE_NOTED_EACH_MS });
    if (!allowance.isAllowed) return;
  }
  const problem = { code, details };
  const called = { ...askedBy(request, visit), status, problem, isReplay: false, answer: null };
  // NOTE: a refusal must reach the caller also where it cannot be written down, e.g. while the database is away.
  await programs.note(visit.program, called).catch((error) => request.log.warn({ err: error }, 'a call was not noted'));
}

function askedBy(request: FastifyRequest, { idempotencyKey }: Visit) {
  const [path = ''] = request.url.split('?');
  return { method: request.method, path: path.slice(0, 300), idempotencyKey };
}
