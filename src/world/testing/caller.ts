/** A JSON call and its answer, as tests look at them. */
export type Reply = { status: number; headers: Headers; body: any }; // answers are compared whole, so no type is claimed for them

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
    return { status: response.status, headers: response.headers, body: text === '' ? null : parse(text) };
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
