import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, type Dispatcher, request } from 'undici';
import { isPublicAddress } from '#server/platform/values/ip-address-rules.ts';

/** The beginning of a download; its bytes must be read to their end or cancelled by ending the loop. */
export type Download =
  | {
      kind: 'answered';
      sizeBytes: number | null;
      bytes: AsyncIterable<Uint8Array>;
      /** The header `content-type`, empty where there is none, and the address after redirects. */
      contentType: string;
      url: string;
    }
  /** The file is not there (any more), or its address leads nowhere we go. */
  | { kind: 'gone'; reason: string }
  /** No answer, or one of a server in trouble: try again. */
  | { kind: 'unreached'; reason: string };

export type DownloadCall = {
  url: string;
  /** Sent to this host alone, not where it redirects to. */
  headers?: Record<string, string>;
  /** The address is below one that the deployment configured; else it must be public and encrypted. */
  isTrusted: boolean;
  signal: AbortSignal;
};

const MAX_REDIRECTS = 3;
const CONNECT_TIMEOUT_MS = 5_000;
/** Without a byte for this long a download is given up. */
const SILENCE_MS = 20_000;

/**
 * Downloads a file whose address came from outside. Addresses of private networks are refused, also behind a name or a
 * redirect: see decision 0208.
 */
export async function downloadFile(call: DownloadCall): Promise<Download> {
  let { url, headers, isTrusted } = call;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const target = URL.parse(url);
    if (!target || !(isTrusted ? isWeb(target) : isPublic(target))) return { kind: 'gone', reason: 'address' };
    const answer = await get(target, { headers, isTrusted, signal: call.signal });
    if ('kind' in answer) return answer;
    const { statusCode: status, headers: named, body } = answer;
    const location = status >= 300 && status < 400 ? named['location'] : undefined;
    if (typeof location === 'string') {
      await body.dump();
      const next = URL.parse(location, url);
      const stays = next?.origin === target.origin;
      [url, isTrusted] = [next?.href ?? '', isTrusted && stays];
      if (!stays) headers = undefined;
      continue;
    }
    if (status === 200) {
      const contentType = String(named['content-type'] ?? '');
      return {
        kind: 'answered',
        sizeBytes: sizeOf(named['content-length']),
        bytes: body,
        contentType,
        url: target.href,
      };
    }
    await body.dump();
    const isTheirTrouble = status >= 500 || status === 429 || status === 408;
    return { kind: isTheirTrouble ? 'unreached' : 'gone', reason: `HTTP ${status}` };
  }
  return { kind: 'gone', reason: 'redirects' };
}

async function get(
  url: URL,
  {
    headers,
    isTrusted,
    signal,
  }: { headers: Record<string, string> | undefined } & Omit<DownloadCall, 'url' | 'headers'>,
): Promise<Dispatcher.ResponseData | Extract<Download, { kind: 'gone' | 'unreached' }>> {
  const dispatcher = isTrusted ? ANYWHERE : PUBLIC_ONLY;
  try {
    return await request(url, { dispatcher, signal, ...(headers && { headers }) });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'failed';
    return code === REFUSED ? { kind: 'gone', reason: 'address' } : { kind: 'unreached', reason: code };
  }
}

const isWeb = ({ protocol }: URL) => protocol === 'https:' || protocol === 'http:';

/** Whether an address may be public: a name is looked up when it is connected to. */
function isPublic({ protocol, hostname, username }: URL): boolean {
  const host = hostname.replaceAll(/^\[|\]$/g, '');
  return protocol === 'https:' && username === '' && (isIP(host) === 0 || isPublicAddress(host));
}

const REFUSED = 'ERR_PRIVATE_ADDRESS';

/** Looks a name up; one that leads to a private address, even beside public ones, is refused. */
const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    const [first] = addresses;
    const isRefused = !first || addresses.some(({ address }) => !isPublicAddress(address));
    if (isRefused) return callback(Object.assign(new Error('A private address'), { code: REFUSED }), '');
    if (options.all) return callback(null, addresses);
    return callback(null, first.address, first.family);
  });
};

const LIMITS = { connections: 8, pipelining: 0, headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS } as const;
const ANYWHERE = new Agent({ ...LIMITS, connect: { timeout: CONNECT_TIMEOUT_MS } });
const PUBLIC_ONLY = new Agent({ ...LIMITS, connect: { timeout: CONNECT_TIMEOUT_MS, lookup: publicLookup } });

function sizeOf(header: string | string[] | undefined): number | null {
  const size = typeof header === 'string' && header !== '' ? Number(header) : Number.NaN;
  return Number.isSafeInteger(size) && size >= 0 ? size : null;
}
