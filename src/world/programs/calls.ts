/** One call of a business's own program, made from the console, and what the product answered. */
export type ProgramCall = {
  id: number;
  at: string;
  /** How the token begins; the whole of it is not kept. */
  token: string;
  method: 'GET' | 'POST';
  path: string;
  key: string | null;
  /** As it was sent, which may be no JSON. */
  sent: string | null;
  /** Null when no answer came: see `failure`. */
  status: number | null;
  failure: string | null;
  ms: number;
  headers: Record<string, string>;
  answer: string;
};

export type Order = {
  token: string;
  method: ProgramCall['method'];
  path: string;
  key?: string | undefined;
  body?: string | undefined;
};

const TIMEOUT_MS = 20_000;
const SHOWN_OF_TOKEN = 8;

/** Calls the product the way a program would: an HTTP request with a token, and nothing else known of it. */
export async function callProduct(productUrl: string, order: Order): Promise<Omit<ProgramCall, 'id' | 'at'>> {
  const { token, method, path, key, body } = order;
  const logged = { token: `${token.slice(0, SHOWN_OF_TOKEN)}…`, method, path, key: key ?? null, sent: body ?? null };
  const startedAt = performance.now();
  const ms = () => Math.round(performance.now() - startedAt);
  try {
    const response = await fetch(productUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = await response.text();
    const headers = Object.fromEntries(response.headers);
    return { ...logged, status: response.status, failure: null, ms: ms(), headers, answer };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { ...logged, status: null, failure, ms: ms(), headers: {}, answer: '' };
  }
}
