import { z } from 'zod';
import type { ConnectionTrouble } from '#contract/connections/calls.ts';
import type { CommandOutcome } from '#server/connections/command-port.ts';
import type { Caller, Credentials, Refusal } from '#server/connections/port.ts';
import type { SigningSecrets } from '#server/connections/signature-port.ts';
import { type GuardedAnswer, requestGuarded } from '#server/platform/http/guarded-request.ts';
import { parseOutside } from '#server/platform/values/json.ts';
import { pauseMsOf } from '#server/platform/values/outside-numbers.ts';

export type ChatwootOptions = {
  /** The installation that is meant where its owner enters no address; it may be within a private network. */
  baseUrl: string;
  signing: SigningSecrets;
  /** Whether an address is below one of ours: files are fetched from there. */
  isOwnUrl(url: string): boolean;
};

/** `isSent`: the call may have been carried out. `status` is null where no answer came. */
export type ApiRefusal = Refusal & { status: number | null; isSent: boolean };
export type ApiResult<T> = { isOk: true; value: T } | ApiRefusal;

export type ApiRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the installation's address. */
  path: string;
  query?: Readonly<Record<string, string>>;
  json?: unknown;
  multipart?: FormData;
};

/** A caller of the API; the tenant matters to what is stored alone. */
export type ApiCaller = Pick<Caller, 'isUrgent' | 'signal' | 'credentials' | 'branchExternalId'>;

type Target = Pick<ApiCaller, 'isUrgent' | 'signal'> & { baseUrl: string; token: string | null };

const ANSWER_BYTES = 8 * 1_048_576;
const TIMEOUT_MS = 15_000;
/** After too many calls, where no pause is named: limits are counted per minute. */
const PAUSE_MS = 10_000;
const UPLOAD_TIMEOUT_MS = 60_000;

const Words = z.object({
  error: z.string().nullish().catch(null),
  message: z.string().nullish().catch(null),
  errors: z.array(z.string()).nullish().catch(null),
});

/** Calls the API with the token of a connection. */
export function callApi<Shape extends z.ZodType>(
  options: ChatwootOptions,
  caller: ApiCaller,
  request: ApiRequest,
  shape: Shape,
): Promise<ApiResult<z.output<Shape>>> {
  const { baseUrl = options.baseUrl, token = '' } = caller.credentials;
  return callInstallation(options, { ...caller, baseUrl, token }, request, shape);
}

export async function callInstallation<Shape extends z.ZodType>(
  options: ChatwootOptions,
  { baseUrl, token, signal }: Target,
  { method, path, query = {}, json, multipart }: ApiRequest,
  shape: Shape,
): Promise<ApiResult<z.output<Shape>>> {
  const search = new URLSearchParams(query).toString();
  const { body, type } = await encoded(json, multipart);
  const answer = await requestGuarded({
    method,
    url: `${baseUrl}${path}${search && `?${search}`}`,
    headers: {
      accept: 'application/json',
      ...(type !== null && { 'content-type': type }),
      ...(token !== null && { api_access_token: token }),
    },
    body,
    trustedOrigins: [new URL(options.baseUrl).origin],
    mostBytes: ANSWER_BYTES,
    timeoutMs: multipart ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS,
    signal: signal ?? new AbortController().signal,
  });
  return understand(answer, shape);
}

async function encoded(
  json: unknown,
  multipart: FormData | undefined,
): Promise<{ body: string | Buffer | null; type: string | null }> {
  if (json !== undefined) return { body: JSON.stringify(json), type: 'application/json' };
  if (!multipart) return { body: null, type: null };
  const form = new Response(multipart);
  return { type: form.headers.get('content-type'), body: Buffer.from(await form.arrayBuffer()) };
}

function understand<Shape extends z.ZodType>(answer: GuardedAnswer, shape: Shape): ApiResult<z.output<Shape>> {
  if (answer.kind === 'refused') return failed('wrong_address', null);
  if (answer.kind === 'failed')
    return failed('unreachable', answer.reason, { isTemporary: true, isSent: answer.isSent });
  const { status, text, retryAfter } = answer;
  const json = parsed(text);
  if (status >= 300) return refusalOf(status, wordsOf(json), retryAfter);
  const value = shape.safeParse(json ?? (text === '' ? null : undefined));
  return value.success
    ? { isOk: true, value: value.data }
    : failed('unexpected_answer', z.prettifyError(value.error).slice(0, 300), { status, isSent: true });
}

function refusalOf(status: number, text: string | null, retryAfter: string | null): ApiRefusal {
  if (status === 429)
    return failed('unreachable', text, { isTemporary: true, status, retryAfterMs: pauseMsOf(retryAfter) ?? PAUSE_MS });
  if (status >= 500)
    return failed('unreachable', text ?? `HTTP ${status}`, { isTemporary: true, status, isSent: status !== 503 });
  // An agent without the right is answered with 401 too; the words distinguish the two.
  const isRight = status === 403 || (status === 401 && /not authorized|not permitted/i.test(text ?? ''));
  if (isRight) return failed('rights_missing', text, { status });
  if (status === 401) return failed('token_expired', text, { status });
  return failed('unexpected_answer', text ?? `HTTP ${status}`, { status });
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : parseOutside(text);
  } catch {
    return undefined;
  }
}

function wordsOf(json: unknown): string | null {
  const words = Words.safeParse(json).data;
  return (words?.error || words?.message || words?.errors?.join('; ') || null)?.slice(0, 500) ?? null;
}

export function failed(
  trouble: ConnectionTrouble,
  text: string | null,
  {
    isTemporary = false,
    retryAfterMs = null,
    status = null,
    isSent = false,
  }: Partial<Pick<ApiRefusal, 'isTemporary' | 'retryAfterMs' | 'status' | 'isSent'>> = {},
): ApiRefusal {
  return { isOk: false, trouble, text, isTemporary, retryAfterMs, status, isSent };
}

/** The outcome of a write that failed. A token that is no longer accepted may be replaced, so the write waits. */
export function outcomeOf({ trouble, text, isTemporary, isSent, retryAfterMs }: ApiRefusal): CommandOutcome {
  if (isSent) return { kind: 'unknown', text };
  if (isTemporary || trouble === 'token_expired') return { kind: 'unreached', trouble, text, retryAfterMs };
  return { kind: 'refused', trouble, text };
}

/** The address of an installation as calls use it: `https://host`, also where a page of it was pasted. */
export function addressOf(options: ChatwootOptions, given: string | undefined): string | null {
  const typed = given?.trim() ?? '';
  if (typed === '') return options.baseUrl;
  const url = URL.parse(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (!url || url.username !== '') return null;
  return `${url.origin}${url.pathname.replace(/\/(app|auth|api)(\/.*)?$/, '').replace(/\/+$/, '')}`;
}

/** The id of the account that a call is about. */
export function accountOf({ branchExternalId, credentials }: ApiCaller): string {
  return branchExternalId?.split('/').at(-1) ?? credentials['accountId'] ?? '';
}

/** The id of a branch: accounts of different installations have the same numbers. */
export function branchIdOf({ baseUrl = '' }: Credentials, accountId: number): string {
  const { host, pathname } = new URL(baseUrl);
  return `${host}${pathname.replace(/\/$/, '')}/${accountId}`;
}

/** Talks are numbered within an account, so their ids begin with it: `1:12`. */
export const talkIdOf = (account: number | string, id: number): string => `${account}:${id}`;

/** The path of a talk; one whose id has no account is of the caller's. */
export function talkPath(caller: ApiCaller, talkId: string, path = ''): string {
  const [id = '', account = accountOf(caller)] = talkId.split(':').toReversed();
  return `/api/v1/accounts/${encodeURIComponent(account)}/conversations/${encodeURIComponent(id)}${path}`;
}

export const accountPath = (caller: ApiCaller, path: string): string => `/api/v1/accounts/${accountOf(caller)}${path}`;
