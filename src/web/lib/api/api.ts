import type { z } from 'zod';
import type { Calls } from '#contract/calls.ts';
import type { Endpoint, ParamsOf, ReplyOf } from '#contract/endpoint.ts';
import { apiBase } from '#web/lib/pages/brand.ts';
import { CallRefused, CallUnreached } from './call-errors.ts';
import { followProductClock } from '#web/lib/format/clock.ts';
import { createRefresher } from './refresh.ts';
import { toCallRefused } from './refused-response.ts';
import { readTokens, writeTokens } from './tokens.ts';

const TIMEOUT_MS = 30_000;

/** Input of a call; parts that its declaration lacks are omitted. */
export type CallInput<E extends Endpoint> = {
  params?: ParamsOf<E>;
  query?: z.input<E['query']>;
  body?: z.input<E['body']>;
  /** Sent instead of `body`, for files. */
  form?: FormData;
  signal?: AbortSignal;
  /** For calls that may take longer than usual. */
  timeoutMs?: number;
};

let onSessionOver: () => void = () => undefined;

/** Registers a listener for the end of the session. */
export function whenSessionIsOver(listener: () => void): void {
  onSessionOver = listener;
}

let onSecondFactorMissing: () => void = () => undefined;

/** Registers a listener for calls that are refused until the member sets up a second factor. */
export function whenSecondFactorIsMissing(listener: () => void): void {
  onSecondFactorMissing = listener;
}

type PublicCall = { [Name in keyof Calls]: Calls[Name]['access'] extends 'public' ? Name : never }[keyof Calls];
type SignedInCall = Exclude<keyof Calls, PublicCall>;

/**
 * Calls the API as the signed-in member.
 *
 * The contract types input and reply at compile time. The server has parsed its reply by the contract before sending
 * it,
 * so it is not parsed again here (docs/decisions/0060).
 *
 * A 401 is answered by one shared refresh and a retry; a read that met a broken connection is retried once.
 *
 * @param name method and path as the contract declares them, e.g. `GET /api/v1/flows/:flowId`
 * @throws CallRefused when the server refuses, CallUnreached when it could not be reached
 */
export function call<Name extends SignedInCall>(
  name: Name,
  input: CallInput<Calls[Name]> = {},
): Promise<ReplyOf<Calls[Name]>> {
  return request(name, input, fetchSignedIn);
}

/** Calls a public endpoint. Like `call`, but without a refresh on 401. */
export function callPublic<Name extends PublicCall>(
  name: Name,
  input: CallInput<Calls[Name]> = {},
): Promise<ReplyOf<Calls[Name]>> {
  return request(name, input, (path, options) => send(path, options, readTokens()?.token));
}

/** Opens a signed-in request outside the contract's calls (event streams, files). Refreshes once on 401. */
export async function fetchSignedIn(path: string, options: RequestInit = {}): Promise<Response> {
  const token = readTokens()?.token;
  const response = await send(path, options, token);
  if (response.status !== 401 || !token) return response;

  const successor = await refresh(token);
  if (successor) return send(path, options, successor);
  onSessionOver();
  return response;
}

type Send = (
  path: string,
  options: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> },
) => Promise<Response>;

/** Changing calls that are not answered yet, by what they ask for. */
const unanswered = new Map<string, Promise<unknown>>();

/** Idempotency keys of changing calls whose outcome is not known yet, by what they ask for. */
const keys = new Map<string, string>();

/**
 * A call that changes something is sent once while it is not answered, however often a button is pressed. It has an
 * idempotency key; the next attempt after a lost answer has the same one.
 */
function request<Reply>(name: string, input: CallInput<Endpoint>, sendOnce: Send): Promise<Reply> {
  const [method = 'GET', pattern = ''] = name.split(' ');
  const path = pathOf(pattern, input);
  if (method === 'GET' || input.form || input.signal) return fetchReply<Reply>(method, path, input, sendOnce);
  const intent = `${method} ${path} ${JSON.stringify(input.body)}`;
  const running = unanswered.get(intent) as Promise<Reply> | undefined; // NOTE: the same call has the same reply
  if (running) return running;
  const reply = sendKeyed(intent, (key) =>
    fetchReply<Reply>(method, path, input, (to, { headers, ...options }) =>
      sendOnce(to, { ...options, headers: { ...headers, 'Idempotency-Key': key } }),
    ),
  );
  unanswered.set(intent, reply);
  return reply;
}

async function sendKeyed<Reply>(intent: string, sendBy: (key: string) => Promise<Reply>): Promise<Reply> {
  const key = keys.get(intent) ?? crypto.randomUUID();
  keys.set(intent, key);
  try {
    const reply = await sendBy(key);
    keys.delete(intent);
    return reply;
  } catch (error) {
    if (!isOutcomeUnknown(error)) keys.delete(intent);
    throw error;
  } finally {
    unanswered.delete(intent);
  }
}

/** Whether the server may have done, or may still be doing, what was asked. */
function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof CallRefused) return error.status >= 500 || error.code === 'idempotency.in_progress';
  return true;
}

async function fetchReply<Reply>(
  method: string,
  path: string,
  input: CallInput<Endpoint>,
  sendOnce: Send,
): Promise<Reply> {
  const options = optionsOf(method, input);
  const response = await sendOnce(path, options).catch((error: unknown) => {
    if (method !== 'GET' || !(error instanceof CallUnreached)) throw error;
    return sendOnce(path, options);
  });
  if (!response.ok) {
    const refused = await toCallRefused(response);
    if (refused.code === 'auth.second_factor_missing') onSecondFactorMissing();
    throw refused;
  }
  const isEmpty = response.status === 204 || response.headers.get('content-length') === '0';
  return (isEmpty ? {} : await response.json()) as Reply; // NOTE: replies are parsed by the server
}

const refresh = createRefresher({
  read: readTokens,
  write: writeTokens,
  exclusively: (work) => (navigator.locks ? navigator.locks.request('token-refresh', work) : work()),
  exchange: async (token) => {
    if (token === '') return null;
    try {
      return await callPublic('POST /api/v1/Account/RefreshToken', { body: { refreshToken: token } });
    } catch (error) {
      if (error instanceof CallRefused && error.status === 400) return null;
      throw error;
    }
  },
});

async function send(path: string, options: RequestInit, token?: string): Promise<Response> {
  const headers = new Headers(options.headers);
  headers.set('X-Client-Host', location.origin);
  if (token) headers.set('Authorization', `Bearer ${token}`);
  try {
    const response = await fetch(apiBase + path, { ...options, headers });
    followProductClock(response.headers.get('X-Product-Time'));
    return response;
  } catch (error) {
    if (options.signal?.aborted && options.signal.reason?.name !== 'TimeoutError') throw error;
    throw new CallUnreached('The server could not be asked.', { cause: error });
  }
}

function optionsOf(method: string, input: CallInput<Endpoint>): Parameters<Send>[1] {
  const { body, form, signal, timeoutMs = TIMEOUT_MS } = input;
  const timeout = AbortSignal.timeout(timeoutMs);
  const options = { method, signal: signal ? AbortSignal.any([signal, timeout]) : timeout };
  if (form) return { ...options, body: form };
  if (body === undefined) return options;
  return { ...options, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
}

function pathOf(pattern: string, { params, query }: CallInput<Endpoint>): string {
  const values = (params ?? {}) as Record<string, unknown>; // NOTE: params are always an object schema
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of [value].flat()) if (one !== undefined && one !== null) search.append(name, String(one));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}
