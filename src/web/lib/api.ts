import type { z } from 'zod';
import { refreshToken } from '#contract/auth.ts';
import type { Endpoint, ParamsOf, ReplyOf } from '#contract/endpoint.ts';
import { apiBase } from './brand.ts';
import { CallRefused, CallUnreached, toCallRefused } from './call-errors.ts';
import { followProductClock } from './clock.ts';
import { createRefresher } from './refresh.ts';
import { readTokens, writeTokens } from './tokens.ts';

const TIMEOUT_MS = 30_000;

/** What a call needs; what its declaration leaves out may be left out. */
export type CallInput<E extends Endpoint> = {
  params?: ParamsOf<E>;
  query?: z.input<E['query']>;
  body?: z.input<E['body']>;
  /** Sent as it is instead of `body`, for files. */
  form?: FormData;
  signal?: AbortSignal;
};

let onSessionOver: () => void = () => undefined;

/** Says what is done when the server refuses to go on with this session. */
export function whenSessionIsOver(listener: () => void): void {
  onSessionOver = listener;
}

/**
 * Asks the server and reads its answer by the contract.
 *
 * A 401 is answered by one shared refresh and a retry; a read that met a broken connection is tried once more.
 *
 * @throws CallRefused when the server says no, CallUnreached when it could not be asked
 */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<ReplyOf<E>> {
  const response = await ask(endpoint, input);
  if (!response.ok) throw await toCallRefused(response);
  const isEmpty = response.status === 204 || response.headers.get('content-length') === '0';
  return endpoint.reply.parse(isEmpty ? {} : await response.json()) as ReplyOf<E>; // NOTE: Zod's output type of a generic schema is unknown
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

async function ask<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Response> {
  const path = pathOf(endpoint, input);
  const options = optionsOf(endpoint, input);
  const once = () =>
    endpoint.access === 'public' ? send(path, options, readTokens()?.token) : fetchSignedIn(path, options);
  try {
    return await once();
  } catch (error) {
    if (endpoint.method !== 'GET' || !(error instanceof CallUnreached)) throw error;
    return once();
  }
}

const refresh = createRefresher({
  read: readTokens,
  write: writeTokens,
  exclusively: (work) => (navigator.locks ? navigator.locks.request('token-refresh', work) : work()),
  exchange: async (token) => {
    try {
      return await call(refreshToken, { body: { refreshToken: token } });
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

function optionsOf<E extends Endpoint>(endpoint: E, { body, form, signal }: CallInput<E>): RequestInit {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const options = { method: endpoint.method, signal: signal ? AbortSignal.any([signal, timeout]) : timeout };
  if (form) return { ...options, body: form };
  if (body === undefined) return options;
  return { ...options, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
}

function pathOf<E extends Endpoint>(endpoint: E, { params, query }: CallInput<E>): string {
  const values = (params ?? {}) as Record<string, unknown>; // NOTE: params are always an object schema
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of [value].flat()) if (one !== undefined && one !== null) search.append(name, String(one));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}
