import { isIP } from 'node:net';
import type { z } from 'zod';
import type { AssistantId } from '#contract/assistants/calls.ts';
import {
  type KnowledgeAddress,
  type KnowledgePair,
  type KnowledgeSource,
  KnowledgeSourceId,
  type listKnowledgeSources,
} from '#contract/assistants/knowledge.ts';
import { MAX_KNOWLEDGE_SOURCES } from '#contract/assistants/knowledge-values.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { PageQuery } from '#contract/primitives.ts';
import { countOpenGaps } from '#server/assistants/knowledge/gaps/gap-queries.ts';
import { embedPassagesJob, readSourceJob } from '#server/assistants/knowledge/jobs.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { fileUrl } from '#server/platform/context/file-address.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { newId } from '#server/platform/values/ids.ts';
import { isPublicAddress } from '#server/platform/values/ip-address-rules.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { listFiles } from '#server/texts/attachments/reads.ts';
import { deletePassages, insertPassages, listPassages, noteChange } from './passage-queries.ts';
import {
  countSources,
  findSource,
  hasAssistant,
  insertSource,
  listSources,
  type NewSource,
  type StoredSource,
  updateSource,
} from './source-queries.ts';

type Place = { assistantId: AssistantId; sourceId: KnowledgeSourceId };

/** @throws {Problem} `assistant.not_found` */
export async function listAll(
  scope: ActionScope,
  assistantId: AssistantId,
  page: z.output<typeof PageQuery>,
): Promise<ReplyOf<typeof listKnowledgeSources>> {
  await requireAssistant(scope, assistantId);
  const { items, nextCursor } = await listSources(scope, assistantId, page);
  const counts = { ...(await countSources(scope, assistantId)), openGaps: await countOpenGaps(scope, assistantId) };
  return { items: await shownAll(scope, items), nextCursor, counts };
}

/** Adds a pair; its passage is made at once. @throws {Problem} `assistant.not_found`, `knowledge.too_many_sources` */
export async function addPair(
  scope: ActionScope,
  assistantId: AssistantId,
  { questions, answer }: KnowledgePair,
): Promise<KnowledgeSource> {
  const id = newId(KnowledgeSourceId);
  await add(scope, assistantId, { id, kind: 'pair', title: questions[0] ?? '', of: { questions, answer } });
  return savePair(scope, { assistantId, sourceId: id }, { questions, answer });
}

/** @throws {Problem} `knowledge_source.not_found`, `knowledge.wrong_kind` */
export async function savePair(
  scope: ActionScope,
  place: Place,
  { questions, answer }: KnowledgePair,
): Promise<KnowledgeSource> {
  const source = await getForUpdate(scope, place);
  if (source.kind !== 'pair') throw new Problem('knowledge.wrong_kind');
  const reading = source.reading + 1;
  await insertPassages(
    scope,
    { sourceId: source.id, reading },
    { from: 0, passages: [{ headings: questions, text: answer, place: null }] },
  );
  await updateSource(scope, source.id, {
    title: questions[0] ?? '',
    questions,
    answer,
    state: 'ready',
    reading,
    usedReading: reading,
    passages: 1,
    readAt: scope.clock.now(),
  });
  await deletePassages(scope, source.id, { except: [reading] });
  await changed(scope, place.assistantId);
  return getShown(scope, source.id);
}

/** Adds a page or a site. @throws {Problem} as {@link addPair}; `knowledge.address_inside` */
export async function addAddress(
  scope: ActionScope,
  assistantId: AssistantId,
  address: KnowledgeAddress,
): Promise<KnowledgeSource> {
  const url = requireOutside(scope, address.url);
  const id = newId(KnowledgeSourceId);
  const { maxPages, refreshDays } = address;
  await add(scope, assistantId, { id, kind: kindOf(address), title: titleOf(url), of: { url, maxPages, refreshDays } });
  await beginReading(scope, id);
  return getShown(scope, id);
}

/** @throws {Problem} as {@link savePair}; `knowledge.address_inside` */
export async function changeAddress(
  scope: ActionScope,
  place: Place,
  address: KnowledgeAddress,
): Promise<KnowledgeSource> {
  const source = await getForUpdate(scope, place);
  if (source.kind !== 'page' && source.kind !== 'site') throw new Problem('knowledge.wrong_kind');
  const url = requireOutside(scope, address.url);
  const isOther = url !== source.url || address.maxPages !== source.maxPages;
  const { refreshDays } = address;
  await updateSource(scope, source.id, {
    kind: kindOf(address),
    url,
    maxPages: address.maxPages,
    refreshDays,
    nextReadAt: nextReadAt({ refreshDays }, source.readAt ? Temporal.Instant.from(source.readAt) : scope.clock.now()),
    ...(url !== source.url && { title: titleOf(url) }),
  });
  if (isOther) await beginReading(scope, place.sourceId);
  await announce(scope, 'assistants');
  return getShown(scope, source.id);
}

/** @throws {Problem} `knowledge_source.not_found`; `knowledge.wrong_kind` for a pair */
export async function reread(scope: ActionScope, place: Place): Promise<KnowledgeSource> {
  const source = await getForUpdate(scope, place);
  if (source.kind === 'pair') throw new Problem('knowledge.wrong_kind');
  if (source.state !== 'waiting' && source.state !== 'reading') await beginReading(scope, place.sourceId);
  return getShown(scope, source.id);
}

/** Has a source read; another reading that is under way ends. */
export async function beginReading(scope: ActionScope, sourceId: KnowledgeSourceId): Promise<void> {
  const source = await findSource(scope, sourceId, { isLocked: true });
  if (!source) return;
  const reading = source.reading + 1;
  await updateSource(scope, sourceId, {
    state: 'waiting',
    trouble: null,
    reading,
    run: null,
    done: 0,
    total: null,
    attempts: 0,
    nextReadAt: null,
  });
  await enqueue(scope, readSourceJob, { tenantId: scope.tenantId, sourceId, reading });
  await announce(scope, 'assistants');
}

/** @throws {Problem} `knowledge_source.not_found` */
export async function deleteSource(scope: ActionScope, place: Place): Promise<void> {
  const source = await getForUpdate(scope, place);
  await updateSource(scope, source.id, { deletedAt: scope.clock.now() });
  await changed(scope, place.assistantId);
}

/** @throws {Problem} `knowledge_source.not_found`, `knowledge.too_many_sources` */
export async function restoreSource(scope: ActionScope, { assistantId, sourceId }: Place): Promise<KnowledgeSource> {
  const source = await findSource(scope, sourceId, { isLocked: true, isDeleted: true });
  if (!source || source.assistantId !== assistantId) throw new Problem('knowledge_source.not_found');
  await requireRoom(scope, assistantId);
  await updateSource(scope, sourceId, { deletedAt: null });
  if (source.state === 'waiting' || source.state === 'reading') await beginReading(scope, sourceId);
  await changed(scope, assistantId);
  return getShown(scope, sourceId);
}

/** @throws {Problem} `knowledge_source.not_found` */
export async function pageOfPassages(scope: ActionScope, place: Place, page: z.output<typeof PageQuery>) {
  const source = await findSource(scope, place.sourceId);
  if (!source || source.assistantId !== place.assistantId) throw new Problem('knowledge_source.not_found');
  return listPassages(scope, { sourceId: source.id, reading: source.usedReading }, page);
}

/** Adds a source within the limit. @throws {Problem} `assistant.not_found`, `knowledge.too_many_sources` */
export async function add(scope: ActionScope, assistantId: AssistantId, source: NewSource): Promise<void> {
  await requireAssistant(scope, assistantId);
  await requireRoom(scope, assistantId);
  await insertSource(scope, assistantId, source, scope.clock.now());
  await announce(scope, 'assistants');
}

/** @throws {Problem} `assistant.not_found` for one that was deleted, or is of another tenant */
export async function requireAssistant(scope: ActionScope, assistantId: AssistantId): Promise<void> {
  if (!(await hasAssistant(scope, assistantId))) throw new Problem('assistant.not_found');
}

async function requireRoom(scope: ActionScope, assistantId: AssistantId): Promise<void> {
  const { sources } = await countSources(scope, assistantId);
  if (sources >= MAX_KNOWLEDGE_SOURCES)
    throw new Problem('knowledge.too_many_sources', { most: MAX_KNOWLEDGE_SOURCES });
}

/** The passages that are used changed: searches load them again, and their meanings are computed. */
export async function changed(scope: ActionScope, assistantId: AssistantId): Promise<void> {
  await noteChange(scope, assistantId);
  await enqueue(scope, embedPassagesJob, { tenantId: scope.tenantId, assistantId });
  await announce(scope, 'assistants');
}

/** When a source is read again; null: by hand alone. */
export function nextReadAt(
  { refreshDays }: Pick<StoredSource, 'refreshDays'>,
  from: Temporal.Instant,
): Temporal.Instant | null {
  return refreshDays === null ? null : from.add({ hours: 24 * refreshDays });
}

export async function getShown(scope: ActionScope, id: KnowledgeSourceId): Promise<KnowledgeSource> {
  const source = await findSource(scope, id);
  const [shown] = source ? await shownAll(scope, [source]) : [];
  if (!shown) throw new Problem('knowledge_source.not_found');
  return shown;
}

async function shownAll(scope: ActionScope, sources: readonly StoredSource[]): Promise<KnowledgeSource[]> {
  const files = await listFiles(
    scope,
    sources.flatMap(({ fileId }) => fileId ?? []),
  );
  return sources.map((source) => ({
    ...source,
    progress: source.state === 'reading' ? { done: source.done, total: source.total } : null,
    fileUrl: source.fileId && fileUrl(scope, scope.tenantId, source.fileId),
    sizeBytes: files.find(({ id }) => id === source.fileId)?.sizeBytes ?? null,
  }));
}

async function getForUpdate(scope: ActionScope, { assistantId, sourceId }: Place): Promise<StoredSource> {
  const source = await findSource(scope, sourceId, { isLocked: true });
  if (!source || source.assistantId !== assistantId) throw new Problem('knowledge_source.not_found');
  return source;
}

const kindOf = ({ maxPages }: KnowledgeAddress) => (maxPages === 1 ? 'page' : 'site');

/** The title until the page is read. */
const titleOf = (url: string): string =>
  url
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')
    .slice(0, 200);

/**
 * The address in one notation, encrypted unless it is one of the deployment's own sites.
 *
 * @throws {Problem} `knowledge.address_inside` for one that is certainly not public; names are looked up when it is read
 */
function requireOutside({ config }: Pick<Context, 'config'>, written: string): string {
  const url = new URL(written);
  url.hash = '';
  if (config.knowledgeSites.includes(url.origin)) return url.href;
  const host = url.hostname.replaceAll(/^\[|\]$/g, '').toLowerCase();
  const isInside =
    isIP(host) === 0 ? !host.includes('.') || /\.(local|internal|localhost)$/.test(host) : !isPublicAddress(host);
  if (isInside || url.username !== '') throw new Problem('knowledge.address_inside');
  url.protocol = 'https:';
  return url.href;
}
