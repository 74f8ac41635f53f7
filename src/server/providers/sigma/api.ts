import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Credentials } from '#server/channels/port.ts';
import type { Answer, Call, HttpClient } from '#server/platform/http/http-client.ts';
import { pauseMsOf } from '#server/platform/values/outside-numbers.ts';

/** @property baseUrl with its path, e.g. `https://user.sigmasms.ru/api` */
export type SigmaOptions = { http: HttpClient; baseUrl: string };

/** An answer of Sigma's. */
export type SigmaResult =
  | { kind: 'ok'; json: unknown }
  | { kind: 'refused'; status: number; text: string; retryAfterMs: number | null }
  /** Not in Sigma's shape: a proxy's page, or garbage. */
  | { kind: 'strange'; status: number }
  | { kind: 'unreached'; reason: string }
  | { kind: 'unknown'; reason: string };

type Failure = Exclude<SigmaResult, { kind: 'ok' }>;
type Request = Pick<Call, 'method' | 'json' | 'signal'> & { path: string };

/** @property account the id of the account, where the login reported it */
type Access = { token: string; account: string | null };
type Granted = { isOk: true; access: Access } | { isOk: false; failure: Failure };

export type Sigma = {
  /** Calls as the account; where its token has expired, it is renewed once. */
  call(credentials: Credentials, request: Request): Promise<SigmaResult>;
  /** The id of the account; null for a pasted token, which does not name it. */
  accountOf(credentials: Credentials, signal?: AbortSignal): Promise<Failure | { kind: 'ok'; account: string | null }>;
};

const LoggedIn = z.object({ token: z.string().min(1), id: z.union([z.string(), z.number()]).nullish() });

/** Tokens of logins are held in memory alone: another process signs in by itself. */
export function createSigmaApi(options: SigmaOptions): Sigma {
  const granted = new Map<string, Promise<Granted>>();

  /** @param expired a token that was refused: another is requested */
  const accessOf = async (credentials: Credentials, expired?: string, signal?: AbortSignal): Promise<Granted> => {
    const { username, password = '' } = credentials;
    if (!username) return { isOk: true, access: { token: password, account: null } };
    const key = createHash('sha256').update(`${username}\n${password}`).digest('base64');
    const known = await granted.get(key);
    if (known?.isOk && known.access.token !== expired) return known;
    const requested = signIn(options, { username, password }, signal);
    granted.set(key, requested);
    const result = await requested;
    if (!result.isOk) granted.delete(key);
    return result;
  };

  return {
    async call(credentials, { method, path, json, signal }) {
      const send = async ({ token }: Access) =>
        understand(
          await options.http({
            method,
            url: `${options.baseUrl}${path}`,
            headers: { authorization: token },
            ...(json !== undefined && { json }),
            ...(signal && { signal }),
          }),
        );
      const first = await accessOf(credentials, undefined, signal);
      if (!first.isOk) return first.failure;
      const result = await send(first.access);
      if (result.kind !== 'refused' || result.status !== 401 || !credentials['username']) return result;
      const second = await accessOf(credentials, first.access.token, signal);
      return second.isOk ? send(second.access) : second.failure;
    },
    async accountOf(credentials, signal) {
      const access = await accessOf(credentials, undefined, signal);
      return access.isOk ? { kind: 'ok', account: access.access.account } : access.failure;
    },
  };
}

async function signIn(
  { http, baseUrl }: SigmaOptions,
  login: { username: string; password: string },
  signal: AbortSignal | undefined,
): Promise<Granted> {
  const result = understand(
    await http({ method: 'POST', url: `${baseUrl}/login`, json: login, ...(signal && { signal }) }),
  );
  if (result.kind !== 'ok') return { isOk: false, failure: asNotSent(result) };
  const read = LoggedIn.safeParse(result.json);
  if (!read.success)
    return {
      isOk: false,
      failure: { kind: 'refused', status: 401, text: textOf(result.json) ?? 'No token', retryAfterMs: null },
    };
  const { token, id } = read.data;
  return { isOk: true, access: { token, account: id == null ? null : String(id) } };
}

/** A login that was not answered sent no message: the send behind it is safe to repeat. */
function asNotSent(failure: Failure): Failure {
  if (failure.kind === 'unknown') return { kind: 'unreached', reason: failure.reason };
  if (failure.kind === 'strange') return { kind: 'unreached', reason: `HTTP ${failure.status}` };
  if (failure.kind === 'refused' && failure.status >= 500) return { kind: 'unreached', reason: failure.text };
  // NOTE: a wrong password may be answered with 400 or 403.
  return failure.kind === 'refused' && failure.status < 429 ? { ...failure, status: 401 } : failure;
}

function understand(answer: Answer): SigmaResult {
  if (answer.kind !== 'answered') return answer;
  const { status, json, headers } = answer;
  if (status < 300) return json === undefined ? { kind: 'strange', status } : { kind: 'ok', json };
  const text = textOf(json);
  if (text === null) return { kind: 'strange', status };
  return { kind: 'refused', status, text, retryAfterMs: pauseMsOf(headers['retry-after']) };
}

const Worded = z.union([
  z.string().min(1),
  z.object({ message: z.string().min(1) }).transform(({ message }) => message),
]);
const Refusal = z.object({
  error: Worded.nullish().catch(null),
  message: z.string().nullish().catch(null),
  errors: z.array(Worded).nullish().catch(null),
});

/** The words of a refusal: Sigma has no codes. */
export function textOf(json: unknown): string | null {
  const read = Refusal.safeParse(json);
  if (!read.success) return null;
  const { error, message, errors } = read.data;
  return message ?? error ?? errors?.join('; ') ?? null;
}
