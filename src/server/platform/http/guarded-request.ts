import { type Dispatcher, request } from 'undici';
import { BEFORE_SENDING } from './http-client.ts';
import { mayBePublic, networkOf, REFUSED_ADDRESS } from './public-network.ts';

/** A call to an address that came from outside. */
export type GuardedCall = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  /** Sent to the origin of `url` alone, not where it redirects to. */
  headers: Readonly<Record<string, string>>;
  body: string | Buffer | null;
  /** Origins that may be private and unencrypted; all others must be public and encrypted. */
  trustedOrigins: readonly string[];
  /** Bytes of an answer; the rest is not read, also where a smaller size is declared. */
  mostBytes: number;
  /** Time for all of it, with its redirects. */
  timeoutMs: number;
  signal: AbortSignal;
};

export type GuardedAnswer =
  /** `text` is null where the answer has too many bytes. `retryAfter`: the header as it came, else null. */
  | { kind: 'answered'; status: number; text: string | null; retryAfter: string | null }
  /** Nothing was sent: the address leads where we do not go. */
  | { kind: 'refused'; reason: 'address' }
  /** It redirects too often, or a call other than GET is redirected. */
  | { kind: 'refused'; reason: 'redirect' }
  /** `isSent`: the request may have been carried out. */
  | { kind: 'failed'; reason: 'unreachable' | 'slow'; isSent: boolean };

const MAX_REDIRECTS = 3;

/**
 * Sends a call to an address that came from outside, as {@link downloadFile} downloads a file. Only a GET follows
 * redirects, each guarded like the first address. Never throws; its results carry neither the address nor headers.
 */
export async function requestGuarded(call: GuardedCall): Promise<GuardedAnswer> {
  const timeout = AbortSignal.timeout(call.timeoutMs);
  const signal = AbortSignal.any([call.signal, timeout]);
  const origin = URL.parse(call.url)?.origin;
  let { url } = call;
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const target = URL.parse(url);
      const isTrusted = target !== null && call.trustedOrigins.includes(target.origin);
      if (!target || !(isTrusted || mayBePublic(target))) return { kind: 'refused', reason: 'address' };
      const answer = await request(target, {
        method: call.method,
        dispatcher: networkOf({ isTrusted }),
        headers: target.origin === origin ? call.headers : {},
        body: call.body,
        signal,
      });
      const location = answer.headers['location'];
      const isRedirect = answer.statusCode >= 300 && answer.statusCode < 400 && typeof location === 'string';
      if (!isRedirect) {
        const retryAfter = answer.headers['retry-after'];
        return {
          kind: 'answered',
          status: answer.statusCode,
          text: await read(answer, call.mostBytes),
          retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
        };
      }
      await answer.body.dump();
      if (call.method !== 'GET') return { kind: 'refused', reason: 'redirect' };
      url = URL.parse(location, url)?.href ?? '';
    }
    return { kind: 'refused', reason: 'redirect' };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === REFUSED_ADDRESS) return { kind: 'refused', reason: 'address' };
    const isSlow = timeout.aborted || /TIMEOUT/i.test(code);
    return { kind: 'failed', reason: isSlow ? 'slow' : 'unreachable', isSent: !BEFORE_SENDING.includes(code) };
  }
}

/** The text of an answer; null where it has too many bytes. */
async function read({ body }: Dispatcher.ResponseData, mostBytes: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk as Uint8Array); // NOTE: a body without an encoding gives bytes
    length += bytes.length;
    if (length > mostBytes) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}
