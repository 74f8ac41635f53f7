import type { Json } from './json.ts';

/** A JSON call and its answer, as tests look at them. */
export type Reply = { status: number; headers: Headers; body: Json };

export type Caller = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>;

/** Calls an address with JSON. */
export function createCaller(base: string, always: Record<string, string> = {}): Caller {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(base + path, {
      method,
      headers: { ...always, ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parse(text) };
  };
}

/** The parts of an answer are compared with what is expected, so its shape is not checked before. */
function parse(text: string): Json {
  try {
    return JSON.parse(text || 'null');
  } catch {
    return text;
  }
}
