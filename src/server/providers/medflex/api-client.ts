import { z } from 'zod';
import type { ConnectionTrouble } from '#contract/connections/calls.ts';
import type { ClinicCaller } from '#server/connections/clinic-port.ts';
import type { ProviderResult } from '#server/connections/port.ts';
import type { Answer, HttpClient } from '#server/platform/http/http-client.ts';
import { digest } from '#server/platform/secrets/vault.ts';
import { pauseMsOf } from '#server/platform/values/outside-numbers.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { pageOf } from './shapes.ts';

/**
 * @property baseUrl e.g. `https://api.medflex.ru`
 * @property schedulePath where free times are read; both known shapes of them are understood
 */
export type MedflexOptions = { http: HttpClient; baseUrl: string; schedulePath: string; rateLimiter: RateLimiter };

/** One page of a list. @property next null at the end; `total` null where it is not sent */
export type ListPage<Item> = { items: Item[]; next: number | null; total: number | null };

/** @property query values that are undefined are left out */
export type ApiRequest = {
  method: 'GET' | 'POST';
  path: string;
  query?: Readonly<Record<string, string | undefined>>;
  json?: unknown;
};

/** `status` null: no answer; `wasSent`: it may have taken effect although there is no usable answer. */
export type ApiFailure = Extract<ProviderResult<never>, { isOk: false }> & { status: number | null; wasSent: boolean };
export type ApiResult<T> = { isOk: true; value: T } | ApiFailure;

export type MedflexApi = {
  send<Shape extends z.ZodType>(
    caller: ClinicCaller,
    request: ApiRequest,
    shape: Shape,
  ): Promise<ApiResult<z.output<Shape>>>;
  /** Reads one page of a list, from 1 on. */
  readPage<Item extends z.ZodType>(
    caller: ClinicCaller,
    request: Omit<ApiRequest, 'method' | 'json'> & { page: number },
    item: Item,
  ): Promise<ApiResult<ListPage<z.output<Item>>>>;
  /** Reads all pages of a list. */
  list<Item extends z.ZodType>(
    caller: ClinicCaller,
    request: Omit<ApiRequest, 'method' | 'json'>,
    item: Item,
  ): Promise<ApiResult<z.output<Item>[]>>;
};

/** How the key is sent: most clients send `Token <key>`, one of the trigger API the key alone. */
type Scheme = 'token' | 'bare';
/** Keys whose scheme a process remembers. */
const MAX_SCHEMES = 1_000;

const TIMEOUT_MS = 10_000;
/** The vendor does not state how long a pause after too many calls has to be. */
const PAUSE_MS = 60_000;
const PAGE_SIZE = 50;
const MAX_PAGES = 40;

/** Creates the client of the API: token, rate limit, timeouts, refusals. */
export function createMedflexApi(options: MedflexOptions): MedflexApi {
  const schemes = new Map<string, Scheme>();

  const send: MedflexApi['send'] = async (caller, request, shape) => {
    const key = digest(caller.token).toString('base64url');
    const known = schemes.get(key) ?? 'token';
    const result = await sendAs(known, caller, request, shape);
    if (result.isOk || result.status !== 401) return result;
    const other = known === 'token' ? 'bare' : 'token';
    const again = await sendAs(other, caller, request, shape);
    if (!again.isOk && again.status === 401) return result;
    if (schemes.size >= MAX_SCHEMES) schemes.clear();
    schemes.set(key, other);
    return again;
  };

  const sendAs = async <Shape extends z.ZodType>(
    scheme: Scheme,
    caller: ClinicCaller,
    request: ApiRequest,
    shape: Shape,
  ): Promise<ApiResult<z.output<Shape>>> => {
    const waitMs = await options.rateLimiter.take(caller);
    if (waitMs > 0) return failure('unreachable', null, { isTemporary: true, retryAfterMs: waitMs });
    const answer = await options.http({
      method: request.method,
      url: `${options.baseUrl}${request.path}${queryOf(request.query)}`,
      headers: {
        authorization: scheme === 'token' ? `Token ${caller.token}` : caller.token,
        accept: 'application/json',
      },
      timeoutMs: TIMEOUT_MS,
      ...(request.json !== undefined && { json: request.json }),
      ...(caller.signal && { signal: caller.signal }),
    });
    if (answer.kind === 'answered' && answer.status === 429) {
      const pauseMs = pauseMsOf(answer.headers['retry-after']) ?? PAUSE_MS;
      await options.rateLimiter.pause(caller, pauseMs);
      return failure('unreachable', textOf(answer), { isTemporary: true, retryAfterMs: pauseMs, status: 429 });
    }
    return understand(answer, shape);
  };

  const readPage: MedflexApi['readPage'] = async (caller, { path, query, page }, item) => {
    const paged = { ...query, page: String(page), size: String(PAGE_SIZE) };
    const result = await send(caller, { method: 'GET', path, query: paged }, pageOf(item));
    if (!result.isOk) return result;
    const { items, hasNext, pages, total } = result.value;
    return { isOk: true, value: { items, total, next: hasNext && page < pages ? page + 1 : null } };
  };

  return {
    send,
    readPage,
    async list(caller, request, item) {
      const items: z.output<typeof item>[] = [];
      for (let page: number | null = 1; page !== null && page <= MAX_PAGES;) {
        const result: ApiResult<ListPage<z.output<typeof item>>> = await readPage(caller, { ...request, page }, item);
        if (!result.isOk) return result;
        items.push(...result.value.items);
        page = result.value.next;
      }
      return { isOk: true, value: items };
    },
  };
}

function queryOf(query: ApiRequest['query'] = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

function understand<Shape extends z.ZodType>(answer: Answer, shape: Shape): ApiResult<z.output<Shape>> {
  if (answer.kind !== 'answered')
    return failure('unreachable', answer.reason, { isTemporary: true, wasSent: answer.kind === 'unknown' });
  const { status } = answer;
  if (status >= 300) {
    const text = textOf(answer);
    if (status >= 500) return failure('unreachable', text, { isTemporary: true, status, wasSent: true });
    if (status === 401 || status === 403) return failure('wrong_login', text, { status });
    return failure('unexpected_answer', text, { status });
  }
  const read = shape.safeParse(answer.json);
  return read.success
    ? { isOk: true, value: read.data }
    : failure('unexpected_answer', z.prettifyError(read.error).slice(0, 300), { status, wasSent: true });
}

const Refusal = z.object({ detail: z.string() });

function textOf({ json, status }: Extract<Answer, { kind: 'answered' }>): string {
  return (Refusal.safeParse(json).data?.detail ?? `HTTP ${status}`).slice(0, 500);
}

export function failure(
  trouble: ConnectionTrouble,
  text: string | null,
  rest: { isTemporary?: boolean; retryAfterMs?: number; status?: number; wasSent?: boolean } = {},
): ApiFailure {
  const { isTemporary = false, retryAfterMs = null, status = null, wasSent = false } = rest;
  return { isOk: false, trouble, text, isTemporary, retryAfterMs, status, wasSent };
}
