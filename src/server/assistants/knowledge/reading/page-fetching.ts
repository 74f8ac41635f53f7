import { Readable } from 'node:stream';
import type { KnowledgeTrouble } from '#contract/assistants/knowledge.ts';
import type { Context } from '#server/platform/context/context.ts';
import { type Download, downloadFile } from '#server/platform/files/file-download.ts';
import { ANYTHING_ALLOWED, readRobots, type Robots } from './robots-rules.ts';

const ROBOT = 'FrontdeskBot';
/** Time for all of one page, with its redirects. */
const PAGE_MS = 30_000;
const MOST_BYTES = 5 * 1_048_576;
const MOST_ROBOTS_BYTES = 512_000;

/** A page as it came; its bytes are read by an isolated reader. */
export type FetchedPage =
  | { kind: 'page'; url: string; contentType: string; bytes: Buffer }
  | { kind: 'trouble'; trouble: KnowledgeTrouble };

type FetchContext = Pick<Context, 'config'>;

/** Fetches a page of the web through the guarded client. Never throws because of the site. */
export async function fetchPage(ctx: FetchContext, url: string, signal: AbortSignal): Promise<FetchedPage> {
  const download = await get(ctx, { url, accept: 'text/html,text/plain;q=0.8' }, signal);
  if (download.kind !== 'answered') return { kind: 'trouble', trouble: troubleOf(download) };
  const { contentType } = download;
  const isText = contentType === '' || /^(?:text\/(?:html|plain)|application\/xhtml\+xml)\b/i.test(contentType);
  const bytes = await collect(download, isText ? MOST_BYTES : 0);
  if (!isText) return { kind: 'trouble', trouble: 'not_text' };
  if (bytes === 'failed') return { kind: 'trouble', trouble: 'unreachable' };
  if (bytes === 'too_big') return { kind: 'trouble', trouble: 'too_big' };
  return { kind: 'page', url: download.url, contentType, bytes };
}

/** Fetches what a site asks of robots; without an answer of the site everything is allowed, unless it is in trouble. */
export async function fetchRobots(
  ctx: FetchContext,
  url: string,
  signal: AbortSignal,
): Promise<Robots | { trouble: KnowledgeTrouble }> {
  const download = await get(ctx, { url: new URL('/robots.txt', url).href, accept: 'text/plain' }, signal);
  if (download.kind === 'unreached') return { trouble: 'unreachable' };
  if (download.kind === 'gone') return download.reason === 'address' ? { trouble: 'inside' } : ANYTHING_ALLOWED;
  const bytes = await collect(download, MOST_ROBOTS_BYTES);
  return typeof bytes === 'string' ? ANYTHING_ALLOWED : readRobots(bytes.toString('utf8'), ROBOT);
}

async function get(
  { config }: FetchContext,
  { url, accept }: { url: string; accept: string },
  signal: AbortSignal,
): Promise<Download> {
  const isTrusted = config.knowledgeSites.includes(new URL(url).origin);
  const headers = { accept, 'user-agent': `${ROBOT}/1.0 (+${new URL(config.publicUrl).origin})` };
  return downloadFile({ url, headers, isTrusted, signal: AbortSignal.any([signal, AbortSignal.timeout(PAGE_MS)]) });
}

type Answered = Extract<Download, { kind: 'answered' }>;

/** Collects a body up to a size; the rest of a larger one is not read; the declared size may be false. */
async function collect({ bytes, sizeBytes }: Answered, most: number): Promise<Buffer | 'too_big' | 'failed'> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of bytes) {
      length += chunk.length;
      if (length > most || (sizeBytes ?? 0) > most) return 'too_big';
      chunks.push(Buffer.from(chunk));
    }
    return Buffer.concat(chunks);
  } catch {
    return 'failed';
  }
}

function troubleOf(download: Exclude<Download, Answered>): KnowledgeTrouble {
  if (download.kind === 'unreached') return 'unreachable';
  if (download.reason === 'address') return 'inside';
  return /^HTTP (?:401|403|407|451)$/.test(download.reason) ? 'forbidden' : 'gone';
}

/** The bytes of a page for its reader. */
export const streamOf = (bytes: Buffer): Promise<Readable> => Promise.resolve(Readable.from([bytes]));
