import { setTimeout as sleep } from 'node:timers/promises';
import type { KnowledgeTrouble } from '#contract/assistants/knowledge.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { Block } from '#server/assistants/knowledge/documents/blocks.ts';
import { pageReader } from '#server/assistants/knowledge/documents/document-readers.ts';
import { type PassageText, passageMaker } from '#server/assistants/knowledge/documents/passage-rules.ts';
import { type StoredSource, updateSource } from '#server/assistants/knowledge/sources/source-queries.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { readIsolated } from '#server/platform/isolated-readers/read-isolated.ts';
import { UnreadableFile } from '#server/platform/isolated-readers/unreadable-file.ts';
import { pageLink } from './link-rules.ts';
import { type FetchedPage, fetchPage, fetchRobots, streamOf } from './page-fetching.ts';
import { addPages, nextPage, settlePage, type WaitingPage } from './page-queries.ts';
import { mayRead, type Robots } from './robots-rules.ts';
import { continueLater, failRun, finishRun, requireRun, retryRun, type Run, storePassages } from './run-actions.ts';
import { troubleOfUnreadable } from './trouble-rules.ts';

// NOTE: a process: it fetches pages between transactions, one for each page.

/** After this a job leaves its worker, and another goes on with the next page. */
const JOB_MS = 45_000;
const LEAST_PAUSE_MS = 300;

type SiteRun = { run: Run; source: StoredSource };
type InTenant = <Result>(work: (scope: ActionScope) => Promise<Result>) => Promise<Result>;

/** Reads a page, or the pages of a site one after another; a page that is stored is not read again by another run. */
export async function readSite(ctx: Context, tenantId: TenantId, site: SiteRun, signal: AbortSignal): Promise<void> {
  const inTenant: InTenant = (work) => withTenant(ctx, tenantId, work);
  const { run, source } = site;
  const url = source.url ?? '';
  const endsAt = performance.now() + JOB_MS;
  const robots = await fetchRobots(ctx, url, signal);
  if ('trouble' in robots) return inTenant((scope) => endBy(scope, run, robots.trouble));
  await inTenant((scope) => addPages(scope, run, { urls: [url], most: 1 }));
  for (;;) {
    const { page, done, total, failed } = await inTenant((scope) => nextPage(scope, run));
    if (!page) return inTenant((scope) => finish(scope, run, { failed }));
    if (performance.now() > endsAt || signal.aborted) return inTenant((scope) => leave(scope, run));
    if (done > 0)
      await sleep(Math.max(LEAST_PAUSE_MS, robots.pauseSeconds * 1_000), undefined, { signal }).catch(() => {});
    const read = await readPage(ctx, tenantId, { page, robots }, signal);
    if (signal.aborted) return inTenant((scope) => leave(scope, run));
    const isFirst = page.position === 0;
    if (isFirst && 'trouble' in read) return inTenant((scope) => endBy(scope, run, read.trouble));
    await inTenant((scope) => storePage(scope, site, { page, read, done: done + 1, total }));
  }
}

const leave = async (scope: ActionScope, run: Run): Promise<void> => {
  await requireRun(scope, run);
  await continueLater(scope, run, 0);
};

/** A place that does not answer is tried again; anything else is final. */
const endBy = (scope: ActionScope, run: Run, trouble: KnowledgeTrouble): Promise<void> =>
  trouble === 'unreachable' ? retryRun(scope, run, trouble) : failRun(scope, run, trouble);

async function finish(scope: ActionScope, run: Run, { failed }: { failed: number }): Promise<void> {
  await finishRun(scope, run, { title: null, omissions: failed > 0 ? ['failed_pages'] : [] });
}

type ReadPage = { title: string | null; passages: PassageText[]; links: string[] } | { trouble: KnowledgeTrouble };

/** Fetches a page and reads it in a process of its own. */
async function readPage(
  ctx: Context,
  tenantId: TenantId,
  { page, robots }: { page: WaitingPage; robots: Robots },
  signal: AbortSignal,
): Promise<ReadPage> {
  if (!mayRead(robots, page.url)) return { trouble: 'forbidden' };
  const fetched = await fetchPage(ctx, page.url, signal);
  if (fetched.kind === 'trouble') return fetched;
  try {
    return await parsePage(tenantId, page.url, fetched);
  } catch (error) {
    if (error instanceof UnreadableFile) return { trouble: troubleOfUnreadable(error.reason) };
    throw error;
  }
}

async function parsePage(
  tenantId: TenantId,
  address: string,
  { url, contentType, bytes }: Extract<FetchedPage, { kind: 'page' }>,
): Promise<ReadPage> {
  const reading = { key: tenantId, isJob: true, options: { contentType }, open: () => streamOf(bytes) };
  const blocks: Block[] = await readIsolated(pageReader, reading, (all) => Array.fromAsync(all));
  const maker = passageMaker();
  const title = blocks.find((block) => block.kind === 'title')?.text ?? null;
  const made = [...blocks.flatMap((block) => maker.take(block)), ...maker.rest()];
  return {
    title,
    passages: made.map(({ headings, text }) => ({
      headings: title ? [title, ...headings.filter((heading) => heading !== title)] : headings,
      text,
      place: { kind: 'address', url: address },
    })),
    links: blocks.flatMap((block) =>
      block.kind === 'link' ? (pageLink(block.url, { page: url, site: url }) ?? []) : [],
    ),
  };
}

/** Stores a page with the pages that it leads to. @throws Overtaken */
async function storePage(
  scope: ActionScope,
  { run, source }: SiteRun,
  { page, read, done, total }: { page: WaitingPage; read: ReadPage; done: number; total: number },
): Promise<void> {
  const trouble = 'trouble' in read ? read.trouble : null;
  const passages = 'trouble' in read ? [] : read.passages;
  await storePassages(scope, run, { passages, done, total });
  await settlePage(scope, run, { position: page.position, trouble });
  if ('trouble' in read) return;
  await addPages(scope, run, { urls: read.links, most: source.maxPages ?? 1 });
  if (page.position === 0 && read.title) await updateSource(scope, run.sourceId, { title: read.title.slice(0, 200) });
}
