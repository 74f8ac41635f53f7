import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { z } from 'zod';
import { readFields } from '../fields.ts';
import { slidingWindow } from '../limits.ts';
import type { Sim } from '../sim.ts';
import { YclientsError } from './errors.ts';
import type { View } from './shapes.ts';
import type { Company, SalonUser, YclientsState } from './state.ts';

/** A call with its doors already passed. */
export type Call = {
  sim: Sim;
  state: YclientsState;
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

type Demand = {
  /** `partner` needs no user; `user` needs one who belongs to the branch. */
  auth: 'partner' | 'user';
  /** A right without which the answer is 403. */
  right?: string;
};
export type Serve = (method: HTTPMethods, path: string, demand: Demand, handler: (call: Call) => Result) => void;

const ACCEPT = 'application/vnd.yclients.v2+json';
const Params = z.record(z.string(), z.string());
const NOBODY: SalonUser = { id: 0, login: '', password: '', token: '', name: '', companyIds: [] };

/** Makes the function that binds a path: limits, headers, tokens, rights, envelope. */
export function createServe(app: FastifyInstance, sim: Sim): Serve {
  const perSecond = slidingWindow(5, 1000);
  const perMinute = slidingWindow(200, 60_000);
  sim.onReset(() => {
    perSecond.clear();
    perMinute.clear();
  });
  const obeyLimits = (request: FastifyRequest) => {
    if (sim.behaviours.of('yclients').limits === 'off') return;
    const now = sim.clock.now();
    const waitMs = perSecond.take(request.ip, now) || perMinute.take(request.ip, now);
    if (waitMs > 0) throw new YclientsError(429, 'Превышен лимит запросов', undefined, Math.ceil(waitMs / 1000));
  };

  return (method, path, demand, handler) => {
    app.route({
      method,
      url: `/yclients/api/v1${path}`,
      handler: async (request, reply) => {
        try {
          obeyLimits(request);
          return answer(reply, handler(enter(sim, request, path, demand)));
        } catch (error) {
          if (!(error instanceof YclientsError)) throw error;
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

function enter(sim: Sim, request: FastifyRequest, path: string, demand: Demand): Call {
  if (!request.headers.accept?.includes(ACCEPT)) throw new YclientsError(400, `Заголовок Accept должен быть ${ACCEPT}`);
  const state = sim.state.yclients;
  const user = userOf(state, request, demand.auth);
  const params = Params.parse(request.params);
  const hasCompany = path.includes(':companyId');
  const company = hasCompany ? companyOf(state, params['companyId'] ?? '', user, demand) : emptyCompany();
  const isPhoneAllowed = ['timetable_phones_access', 'clients_phones_email_access'].every(
    (right) => !company.denied.includes(right),
  );

  return {
    sim,
    state,
    company,
    user,
    param: (name) => {
      const value = Number(params[name]);
      if (!Number.isInteger(value)) throw new YclientsError(404, 'Не найдено');
      return value;
    },
    text: (name) => params[name] ?? '',
    query: (schema) => read(sim, request, schema, 'query'),
    body: (schema) => read(sim, request, schema, 'body'),
    view: { phones: isPhoneAllowed, offsetBug: state.datetimeOffsetBug },
  };
}

function userOf(state: YclientsState, request: FastifyRequest, auth: Demand['auth']): SalonUser {
  const [, partner = '', userToken] =
    /^Bearer ([^,\s]+)(?:,\s*User ([^,\s]+))?$/.exec(request.headers.authorization ?? '') ?? [];
  if (!state.partnerTokens.includes(partner)) throw new YclientsError(401, 'Необходима авторизация');
  const user = state.users.find((one) => one.token === userToken);
  if (!user && (auth === 'user' || userToken !== undefined)) throw new YclientsError(401, 'Необходима авторизация');
  return user ?? NOBODY;
}

function companyOf(state: YclientsState, text: string, user: SalonUser, { auth, right }: Demand): Company {
  const company = state.companies.find((one) => String(one.id) === text);
  if (!company) throw new YclientsError(404, 'Филиал не найден');
  if (auth === 'partner') return company;
  const isAllowed = user.companyIds.includes(company.id) && !company.denied.includes('*');
  if (!isAllowed) throw new YclientsError(403, 'Недостаточно прав: нет доступа к филиалу');
  if (right !== undefined && company.denied.includes(right))
    throw new YclientsError(403, `Недостаточно прав: ${right}`);
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
    licenceActive: true,
    denied: [],
    hooks,
  };
}

function read<T>(sim: Sim, request: FastifyRequest, schema: z.ZodType<T>, where: 'query' | 'body'): T {
  const fields = readFields(schema, request[where] ?? {});
  for (const field of fields.unknown) {
    const [path = ''] = request.url.split('?');
    sim.journal.warn({
      at: sim.clock.iso(),
      channel: 'yclients',
      method: request.method,
      path,
      field: `${where}.${field}`,
    });
  }
  if (fields.ok) return fields.value;
  const errors: Record<string, string[]> = {};
  for (const issue of fields.issues) (errors[issue.path || where] ??= []).push(issue.message);
  throw new YclientsError(422, 'Ошибка валидации', errors);
}

/** One page of a list; totals are in `meta`. */
export function paged<T>(things: T[], page: number, count: number, toShape: (thing: T) => unknown): Result {
  const shown = things.slice((page - 1) * count, page * count);
  return { data: shown.map(toShape), meta: { total_count: things.length, page } };
}

const whole = z.coerce.number().int();
export const PAGE = { page: whole.min(1).default(1), count: whole.min(1).max(300).default(25) };
