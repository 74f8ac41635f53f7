import { rootCertificates } from 'node:tls';
import { Agent, buildConnector, type Dispatcher, request } from 'undici';
import { parseOutside } from '#server/platform/values/json.ts';

/** The result of a call to an outside service; kinds differ in whether a retry is safe. */
export type Answer =
  | { kind: 'answered'; status: number; headers: Record<string, string>; text: string; json: unknown }
  /** Certainly not received: no connection was made. Safe to repeat. */
  | { kind: 'unreached'; reason: string }
  /** Sent, but no answer or an incomplete one was received. */
  | { kind: 'unknown'; reason: string };

export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  /** The user and password of basic authentication. */
  basicAuth?: { user: string; password: string };
  /** Sent as JSON. At most one of the three bodies is given. */
  json?: unknown;
  /** Sent as `application/x-www-form-urlencoded`; each value of a list repeats the name. */
  form?: Record<string, string | readonly string[]>;
  /** Sent as `multipart/form-data`. */
  multipart?: FormData;
  /** The answer holds a file, so that it may be larger than others. */
  holdsFile?: boolean;
  /** Time for the complete answer; 15 s when left out. */
  timeoutMs?: number;
  signal?: AbortSignal;
};

/**
 * Sends HTTP calls to outside services, with a timeout and without redirects. Never throws; errors carry no URL,
 * which may hold a token.
 */
export type HttpClient = (call: Call) => Promise<Answer>;

const TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = 8 * 1_048_576;
/** A file of 25 megabytes in base64. */
const MAX_FILE_ANSWER_BYTES = 36 * 1_048_576;

/** With these errors no byte of the request was sent. */
export const BEFORE_SENDING = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

/**
 * @param options.connections limit of open connections to one address
 * @param options.certificates by host, a root certificate in PEM that is trusted there beside the usual ones
 */
export function createHttpClient(
  options: { connections?: number; certificates?: Readonly<Record<string, string>> } = {},
): { send: HttpClient; close(): Promise<void> } {
  const limits = { pipelining: 1, connect: connectorOf(options.certificates ?? {}), keepAliveTimeout: 20_000 };
  const agent = new Agent({
    ...limits,
    connections: options.connections ?? 128,
    maxResponseSize: MAX_ANSWER_BYTES,
  });
  const files = new Agent({ ...limits, connections: 4, maxResponseSize: MAX_FILE_ANSWER_BYTES });
  return {
    send: (call) => send(call.holdsFile ? files : agent, call),
    close: async () => void (await Promise.all([agent.close(), files.close()])),
  };
}

function connectorOf(certificates: Readonly<Record<string, string>>): buildConnector.connector {
  const timeout = CONNECT_TIMEOUT_MS;
  const usual = buildConnector({ timeout });
  const own = new Map(
    Object.entries(certificates).map(([host, certificate]) => [
      host,
      buildConnector({ timeout, ca: [...rootCertificates, certificate] }),
    ]),
  );
  return (options, callback) => (own.get(options.hostname) ?? usual)(options, callback);
}

async function send(agent: Dispatcher, call: Call): Promise<Answer> {
  if (call.signal?.aborted) return { kind: 'unreached', reason: 'aborted' };
  const limit = limitTime(call.timeoutMs ?? TIMEOUT_MS, call.signal);
  try {
    const { body, own } = await bodyOf(call);
    const authorization = call.basicAuth && { authorization: basicHeader(call.basicAuth) };
    const answer = await request(call.url, {
      dispatcher: agent,
      method: call.method,
      headers: { ...own, ...authorization, ...call.headers },
      body,
      signal: limit.signal,
    });
    const text = await answer.body.text();
    return { kind: 'answered', status: answer.statusCode, headers: flat(answer.headers), text, json: parsed(text) };
  } catch (error) {
    const code = codeOf(error);
    return {
      kind: BEFORE_SENDING.includes(code) ? 'unreached' : 'unknown',
      reason: limit.hasPassed() ? 'timeout' : code,
    };
  } finally {
    limit.end();
  }
}

function basicHeader({ user, password }: NonNullable<Call['basicAuth']>): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** The body and its headers: the content type of a multipart body holds its boundary. */
async function bodyOf({
  json,
  form,
  multipart,
}: Call): Promise<{ body: string | Buffer | null; own: Record<string, string> }> {
  if (json !== undefined) return { body: JSON.stringify(json), own: { 'content-type': 'application/json' } };
  if (form) return { body: urlEncoded(form), own: { 'content-type': 'application/x-www-form-urlencoded' } };
  if (!multipart) return { body: null, own: {} };
  const encoded = new Response(multipart);
  const type = encoded.headers.get('content-type') ?? '';
  return { body: Buffer.from(await encoded.arrayBuffer()), own: { 'content-type': type } };
}

function urlEncoded(form: NonNullable<Call['form']>): string {
  const pairs = Object.entries(form).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
  return new URLSearchParams(pairs).toString();
}

/**
 * NOTE: `AbortSignal.timeout` and `AbortSignal.any` would read better; at thousands of calls a second they cost as
 * much as the call itself.
 */
function limitTime(timeoutMs: number, signal: AbortSignal | undefined) {
  const controller = new AbortController();
  let hasPassed = false;
  const timer = setTimeout(() => {
    hasPassed = true;
    controller.abort();
  }, timeoutMs);
  const leave = () => controller.abort();
  signal?.addEventListener('abort', leave);
  return {
    signal: controller.signal,
    hasPassed: () => hasPassed,
    end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    },
  };
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return code ?? (error.cause ? codeOf(error.cause) : error.name);
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const one: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    one[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
  return one;
}

function parsed(text: string): unknown {
  try {
    return parseOutside(text);
  } catch {
    return undefined;
  }
}
