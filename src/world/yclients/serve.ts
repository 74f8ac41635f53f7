import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { z } from 'zod';
import { readFields } from '../values/fields.ts';
import { slidingWindow } from '../values/limits.ts';
import type { Sim } from '../sim/sim.ts';
import { PlatformError } from './errors.ts';
import type { Platform } from './platform.ts';
import type { View } from './shapes.ts';
import type { Company, SalonUser, PlatformState } from './state.ts';

/** An authenticated and permitted call. */
export type Call = {
  platform: Platform;
  sim: Sim;
  state: PlatformState;
  /** The branch of the path; only where the path has one. */
  company: Company;
  user: SalonUser;
  param(name: string): number;
  text(name: string): string;
  query<T>(schema: z.ZodType<T>): T;
  body<T>(schema: z.ZodType<T>): T;
  view: View;
};
export type Result = { status?: number; data?: unknown; meta?: Record<string, unknown> | [] };

type Requirements = {
  /** `partner` needs no user; `user` needs one who belongs to the branch. */
  auth: 'partner' | 'user';
  /** A right without which the answer is 403. */
  right?: string;
};
export type Serve = (
  method: HTTPMethods,
  path: string,
  requirements: Requirements,
  handler: (call: Call) => Result,
) => void;

const Params = z.record(z.string(), z.string());
const NO_USER: SalonUser = { id: 0, login: '', password: '', token: '', name: '', companyIds: [] };

/** Makes the function that binds a path: limits, headers, tokens, rights, envelope. @param root of its paths */
export function createServe(app: FastifyInstance, platform: Platform, root = platform.vendor.restPath): Serve {
  const { sim, vendor } = platform;
  const perSecond = slidingWindow(5, 1000);
  const perMinute = slidingWindow(200, 60_000);
  sim.onReset(() => {
    perSecond.clear();
    perMinute.clear();
  });
  const obeyLimits = (request: FastifyRequest) => {
    if (sim.behaviours.of(vendor.name).limits === 'off') return;
    const now = sim.clock.now();
    const waitMs = perSecond.take(request.ip, now) || perMinute.take(request.ip, now);
    if (waitMs > 0) throw new PlatformError(429, 'Превышен лимит запросов', undefined, Math.ceil(waitMs / 1000));
  };

  return (method, path, requirements, handler) => {
    app.route({
      method,
      url: `${root}${path}`,
      handler: async (request, reply) => {
        try {
          obeyLimits(request);
          return answer(reply, handler(enter(platform, request, path, requirements)));
        } catch (error) {
          if (!(error instanceof PlatformError)) throw error;
          if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
          return reply.code(error.status).send(error.toBody());
        }
      },
    });
  };
}

function answer(reply: FastifyReply, { status = 200, data = null, meta = [] }: Result): FastifyReply {
  if (status === 204) return reply.code(204).send();
  return reply.code(status).send({ success: true, data, meta });
}

function enter(platform: Platform, request: FastifyRequest, path: string, requirements: Requirements): Call {
  const { sim, vendor, state } = platform;
  if (!request.headers.accept?.includes(vendor.accept))
    throw new PlatformError(400, `Заголовок Accept должен быть ${vendor.accept}`);
  const user = userOf(state, request, requirements.auth);
  const params = Params.parse(request.params);
  const hasCompany = path.includes(':companyId');
  const company = hasCompany ? companyOf(state, params['companyId'] ?? '', user, requirements) : emptyCompany();
  const isPhoneAllowed = ['timetable_phones_access', 'clients_phones_email_access'].every(
    (right) => !company.denied.includes(right),
  );

  return {
    platform,
    sim,
    state,
    company,
    user,
    param: (name) => {
      const value = Number(params[name]);
      if (!Number.isInteger(value)) throw new PlatformError(404, 'Не найдено');
      return value;
    },
    text: (name) => params[name] ?? '',
    query: (schema) => read(platform, request, schema, 'query'),
    body: (schema) => read(platform, request, schema, 'body'),
    view: { phones: isPhoneAllowed, offsetBug: state.datetimeOffsetBug },
  };
}

function userOf(state: PlatformState, request: FastifyRequest, auth: Requirements['auth']): SalonUser {
  const [, partner = '', userToken] =
    /^Bearer ([^,\s]+)(?:,\s*User ([^,\s]+))?$/.exec(request.headers.authorization ?? '') ?? [];
  if (!state.partnerTokens.includes(partner)) throw new PlatformError(401, 'Необходима авторизация');
  const user = state.users.find((one) => one.token === userToken);
  if (!user && (auth === 'user' || userToken !== undefined)) throw new PlatformError(401, 'Необходима авторизация');
  return user ?? NO_USER;
}

function companyOf(state: PlatformState, text: string, user: SalonUser, { auth, right }: Requirements): Company {
  const company = state.companies.find((one) => String(one.id) === text);
  if (!company) throw new PlatformError(404, 'Филиал не найден');
  if (auth === 'partner') return company;
  const isAllowed = user.companyIds.includes(company.id) && !company.denied.includes('*');
  if (!isAllowed) throw new PlatformError(403, 'Недостаточно прав: нет доступа к филиалу');
  if (right !== undefined && company.denied.includes(right))
    throw new PlatformError(403, `Недостаточно прав: ${right}`);
  return company;
}

function emptyCompany(): Company {
  const hooks = {} as Company['hooks']; // never read: the path has no branch
  return {
    id: 0,
    title: '',
    timezone: 'UTC',
    city: '',
    cityId: 0,
    address: '',
    phone: '',
    country: { id: 0, title: '', currency: '' },
    licenceActive: true,
    denied: [],
    hooks,
  };
}

function read<T>({ sim, vendor }: Platform, request: FastifyRequest, schema: z.ZodType<T>, where: 'query' | 'body'): T {
  const fields = readFields(schema, request[where] ?? {});
  for (const field of fields.unknown) {
    const [path = ''] = request.url.split('?');
    sim.journal.warn({
      at: sim.clock.iso(),
      channel: vendor.name,
      method: request.method,
      path,
      field: `${where}.${field}`,
    });
  }
  if (fields.ok) return fields.value;
  const errors: Record<string, string[]> = {};
  for (const issue of fields.issues) (errors[issue.path || where] ??= []).push(issue.message);
  throw new PlatformError(422, 'Ошибка валидации', errors);
}

/** One page of a list; totals are in `meta`. */
export function paged<T>(things: T[], page: number, count: number, toShape: (thing: T) => unknown): Result {
  const shown = things.slice((page - 1) * count, page * count);
  return { data: shown.map(toShape), meta: { total_count: things.length, page } };
}

const whole = z.coerce.number().int();
export const PAGE = { page: whole.min(1).default(1), count: whole.min(1).max(300).default(25) };
