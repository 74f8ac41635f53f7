import type { FileId } from '#contract/texts/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { getChannelForSending } from '#server/channels/storage/actions.ts';
import type {
  ChannelProvider,
  ChannelProviders,
  Credentials,
  InboundMedia,
  MediaPlace,
} from '#server/channels/port.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { type Download, downloadFile } from '#server/platform/files/file-download.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { storeFile, type Upload } from '#server/texts/attachments/attachment-actions.ts';
import { detectReceived, type DeclaredKind } from '#server/texts/attachments/received-file-rules.ts';
import {
  type AwaitedFile,
  type FileOutcome,
  findAwaited,
  insertThreadFile,
  removeThreadFile,
  updateThreadFile,
} from './file-queries.ts';
import { fetchFileJob } from '#server/conversations/jobs.ts';
import { followFetch } from './transcript-actions.ts';
import { noteLive } from '#server/conversations/threads/live-actions.ts';
import type { Thread } from '#server/conversations/threads/queries.ts';
import { afterFailedFetch, type FileTrouble, LARGEST_RECEIVED_MEGABYTES } from '#server/conversations/threads/rules.ts';

// NOTE: a process: it reads or stores a file between transactions.

const BYTES_PER_MEGABYTE = 1_048_576;
const MAX_BYTES = LARGEST_RECEIVED_MEGABYTES * BYTES_PER_MEGABYTE;

/** Time for all of one file. */
const FETCH_MS = 120_000;

/** Has the file of a received message fetched from the messenger. */
export async function expectFile(
  scope: ActionScope,
  { id, channelId }: Pick<Thread, 'id' | 'channelId'>,
  { messageId, media }: { messageId: string; media: InboundMedia },
): Promise<void> {
  const file = { messageId, conversationId: id, channelId, of: { media } };
  await insertThreadFile(scope, file, scope.clock.now());
  await enqueue(scope, fetchFileJob, { tenantId: scope.tenantId, messageId });
}

/** Keeps the uploaded file of an answer as long as the thread. */
export async function keepFile(
  scope: ActionScope,
  { id, channelId }: Pick<Thread, 'id' | 'channelId'>,
  { messageId, fileId }: { messageId: string; fileId: FileId },
): Promise<void> {
  await insertThreadFile(scope, { messageId, conversationId: id, channelId, of: { fileId } }, scope.clock.now());
}

type FetchContext = Context & { providers: ChannelProviders };
type Awaited = AwaitedFile & { provider: ChannelProvider; credentials: Credentials };

/**
 * Fetches the file of a received message, and keeps it, or the reason why not. Safe to repeat: a file that was fetched
 * by a process that died is fetched again.
 */
export async function fetchFile(
  ctx: FetchContext,
  { tenantId, messageId }: { tenantId: TenantId; messageId: string },
  signal: AbortSignal,
): Promise<void> {
  const awaited = await withTenant(ctx, tenantId, (scope) => prepare(scope, messageId));
  if (!awaited) return;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(FETCH_MS)]);
  const outcome = await attempt(ctx, tenantId, awaited, limit);
  await withTenant(ctx, tenantId, (scope) => settle(scope, messageId, { awaited, outcome }));
}

/** @returns null when there is nothing to fetch */
async function prepare(scope: ActionScope & FetchContextPart, messageId: string): Promise<Awaited | null> {
  const file = await findAwaited(scope, messageId);
  const channel = file && (await getChannelForSending(scope, file.channelId));
  const provider = channel && scope.providers.get(channel.kind);
  if (!file) return null;
  if (channel && provider?.fetchMedia) return { ...file, provider, credentials: channel.credentials };
  if (channel) await removeThreadFile(scope, messageId);
  else await updateThreadFile(scope, messageId, { state: 'refused', trouble: 'gone' });
  await followFetch(scope, messageId, { state: 'refused', conversationId: file.conversationId });
  noteLive(scope, {
    kind: 'message',
    conversationId: file.conversationId,
    itemId: messageId,
    direction: file.direction,
  });
  return null;
}

type FetchContextPart = Pick<FetchContext, 'providers'>;

async function attempt(
  ctx: FetchContext,
  tenantId: TenantId,
  { provider, credentials, media, kind, attempts }: Awaited,
  signal: AbortSignal,
): Promise<FileOutcome> {
  const failed = (): FileOutcome =>
    afterFailedFetch(attempts) === null
      ? { state: 'refused', trouble: 'unreachable' }
      : { state: 'fetching', trouble: 'unreachable' };
  const refused = (trouble: FileTrouble): FileOutcome => ({ state: 'refused', trouble });
  const place = await placeOf(provider, { credentials, media, signal });
  if (place.kind === 'unreached') return failed();
  if (place.kind === 'gone') return refused(place.isTooBig ? 'too_big' : 'gone');
  if (place.kind === 'found' && (place.sizeBytes ?? 0) > MAX_BYTES) return refused('too_big');
  const download = place.kind === 'given' ? received(place.bytes) : await downloadFile({ ...place, signal });
  if (download.kind === 'unreached') return failed();
  if (download.kind === 'gone') return refused('gone');
  if ((download.sizeBytes ?? 0) > MAX_BYTES) return refused('too_big');
  const name = media.name?.replaceAll(/[/\\\0]/g, '_') ?? null;
  const detector = detectReceived(declaredKind(kind), name);
  try {
    const upload = uploadOf(download.bytes, { name: name ?? '', sizeBytes: download.sizeBytes });
    const stored = await storeFile(ctx, tenantId, upload, { detector, allowed: [] });
    return { state: 'kept', fileId: stored.id, size: detector.size() };
  } catch (error) {
    if (!(error instanceof Problem)) return failed();
    if (error.code === 'file.too_big') return refused('too_big');
    return refused(error.code === 'file.wrong_type' ? 'wrong_type' : 'no_space');
  }
}

/** A provider's own mistake must not repeat the job for days. */
async function placeOf(
  provider: ChannelProvider,
  { credentials, media, signal }: { credentials: Credentials; media: InboundMedia; signal: AbortSignal },
): Promise<MediaPlace> {
  try {
    return (await provider.fetchMedia?.(credentials, media, signal)) ?? { kind: 'gone' };
  } catch (error) {
    return { kind: 'unreached', text: String(error) };
  }
}

const received = (file: Uint8Array): Download => ({
  kind: 'answered',
  contentType: '',
  url: '',
  sizeBytes: file.length,
  bytes: (async function* () {
    yield file;
  })(),
});

const declaredKind = (kind: string): DeclaredKind => (kind === 'image' || kind === 'voice' ? kind : 'file');

/** The bytes as an upload: those above the limit are not read. */
function uploadOf(
  bytes: AsyncIterable<Uint8Array>,
  { name, sizeBytes }: { name: string; sizeBytes: number | null },
): Upload {
  let isTruncated = false;
  return {
    name,
    expectedBytes: sizeBytes ?? MAX_BYTES,
    maxMegabytes: LARGEST_RECEIVED_MEGABYTES,
    isTruncated: () => isTruncated,
    bytes: (async function* () {
      let passed = 0;
      for await (const chunk of bytes) {
        passed += chunk.length;
        isTruncated = passed > MAX_BYTES;
        if (isTruncated) return;
        yield chunk;
      }
    })(),
  };
}

async function settle(
  scope: ActionScope,
  messageId: string,
  { awaited, outcome }: { awaited: Awaited; outcome: FileOutcome },
): Promise<void> {
  const { conversationId, direction, attempts } = awaited;
  if (!(await updateThreadFile(scope, messageId, outcome))) return;
  const seconds = outcome.state === 'fetching' ? afterFailedFetch(attempts) : null;
  if (seconds !== null) {
    const runAt = scope.clock.now().add({ seconds });
    await enqueue(scope, fetchFileJob, { tenantId: scope.tenantId, messageId }, { runAt });
  }
  await followFetch(scope, messageId, { state: outcome.state, conversationId });
  noteLive(scope, { kind: 'message', conversationId, itemId: messageId, direction });
}
