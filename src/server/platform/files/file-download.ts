import { type Dispatcher, request } from 'undici';
import { mayBePublic, networkOf, REFUSED_ADDRESS } from '#server/platform/http/public-network.ts';

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

/**
 * Downloads a file whose address came from outside. Addresses of private networks are refused, also behind a name or a
 * redirect: see decision 0208.
 */
export async function downloadFile(call: DownloadCall): Promise<Download> {
  let { url, headers, isTrusted } = call;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const target = URL.parse(url);
    if (!target || !(isTrusted ? isWeb(target) : mayBePublic(target))) return { kind: 'gone', reason: 'address' };
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
  const dispatcher = networkOf({ isTrusted });
  try {
    return await request(url, { dispatcher, signal, ...(headers && { headers }) });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'failed';
    return code === REFUSED_ADDRESS ? { kind: 'gone', reason: 'address' } : { kind: 'unreached', reason: code };
  }
}

const isWeb = ({ protocol }: URL) => protocol === 'https:' || protocol === 'http:';

function sizeOf(header: string | string[] | undefined): number | null {
  const size = typeof header === 'string' && header !== '' ? Number(header) : Number.NaN;
  return Number.isSafeInteger(size) && size >= 0 ? size : null;
}
