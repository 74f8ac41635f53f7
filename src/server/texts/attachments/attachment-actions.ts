import type { Readable } from 'node:stream';
import { DOCUMENT_EXTENSIONS, IMAGE_SHAPE, MEDIA_EXTENSIONS } from '#contract/channels/limits.ts';
import type { UploadedImage } from '#contract/flows/trials.ts';
import { FileId } from '#contract/texts/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { fileUrl, readFileToken } from '#server/platform/context/file-address.ts';
import { newId } from '#server/platform/values/ids.ts';
import { readIsolated } from '#server/platform/isolated-readers/read-isolated.ts';
import { UnreadableFile } from '#server/platform/isolated-readers/unreadable-file.ts';
import { createPacer } from '#server/platform/pacer.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { detectDocument, detectImage, detectMedia, type KindDetector } from './attachment-rules.ts';
import type { PictureSize } from './picture-measuring.ts';
import { MAX_MEGAPIXELS, MAX_PIXELS, pictureMeter } from './picture-reads.ts';
import type { ListFileUses } from './port.ts';
import {
  deleteFiles,
  insertFile,
  listIdleFiles,
  lockFilesOf,
  lockIdleFiles,
  markFileStored,
  sumFileBytes,
} from './queries.ts';
import { listFiles, type StoredFile } from './reads.ts';

// NOTE: a process: it reads or stores a file between transactions.

const BYTES_PER_MEGABYTE = 1_048_576;

/** Files are read no faster, one and all together, so that a flood of them leaves the process to its other work. */
const BYTES_PER_SECOND = 8 * BYTES_PER_MEGABYTE;
const allFiles = createPacer(2 * BYTES_PER_SECOND);

/** An upload is over long before; what did not end by then was cut off by a crash. */
const UPLOAD_HOURS = 1;

/** An editor that was left open may still save its picture within this time. */
const UNUSED_DAYS = 7;

export type FilesContext = Pick<Context, 'db' | 'files' | 'clock' | 'vault' | 'config'>;

/** A file on its way in. */
export type Upload = {
  name: string;
  bytes: AsyncIterable<Uint8Array>;
  /** Upper bound of the size, known before the first byte. */
  expectedBytes: number;
  maxMegabytes: number;
  /** Whether the bytes were cut off at the maximum; asked after the last one. */
  isTruncated: () => boolean;
};

const IMAGES = ['png', 'jpg', 'jpeg'];

/**
 * Stores a picture as it comes: it is shown by browsers and messengers, and never decoded here. Its header is read.
 *
 * @throws {Problem} `file.wrong_type` when it is neither PNG nor JPEG, by its bytes; `file.too_many_pixels`, `file.wrong_shape`,
 * `file.wrong_colors`
 */
export async function storeImage(ctx: FilesContext, tenantId: TenantId, file: Upload): Promise<UploadedImage> {
  const stored = await storeFile(ctx, tenantId, file, { detector: detectImage(), allowed: IMAGES });
  try {
    await requirePicture(ctx, tenantId, stored.id);
    return stored;
  } catch (error) {
    await discardFile(ctx, tenantId, stored.id);
    throw error;
  }
}

async function requirePicture(ctx: FilesContext, tenantId: TenantId, id: FileId): Promise<void> {
  const open = async () => {
    const file = await openStored(ctx, tenantId, id);
    if (!file) throw new Problem('file.not_found');
    return file;
  };
  const reading = { key: tenantId, options: { mostPixels: MAX_PIXELS }, open };
  try {
    const [size] = await readIsolated(pictureMeter, reading, (sizes) => Array.fromAsync(sizes));
    if (size) refuseForChannels(size);
  } catch (cause) {
    if (!(cause instanceof UnreadableFile)) throw cause;
    if (cause.reason !== 'too_many_pixels') throw new Problem('file.wrong_type', { allowed: IMAGES }, { cause });
    throw new Problem('file.too_many_pixels', { megapixels: MAX_MEGAPIXELS }, { cause });
  }
}

/** @throws {Problem} `file.wrong_shape`, `file.wrong_colors`: a channel that takes pictures would refuse this one */
function refuseForChannels({ width, height, hasPlainColors }: PictureSize): void {
  const { maxSides, maxRatio } = IMAGE_SHAPE;
  const ratio = Math.max(width, height) / Math.min(width, height);
  if (width + height > maxSides || ratio > maxRatio)
    throw new Problem('file.wrong_shape', { width, height, maxSides, maxRatio });
  if (!hasPlainColors) throw new Problem('file.wrong_colors');
}

/** @throws {Problem} `file.wrong_type` when it is not an allowed document, by its name and its bytes */
export async function storeDocument(ctx: FilesContext, tenantId: TenantId, file: Upload): Promise<UploadedImage> {
  const detector = detectDocument(file.name.trim());
  return storeFile(ctx, tenantId, file, { detector, allowed: [...DOCUMENT_EXTENSIONS] });
}

/** @throws {Problem} `file.wrong_type` when it is no allowed video or sound, by its name and its bytes */
export async function storeMedia(ctx: FilesContext, tenantId: TenantId, file: Upload): Promise<UploadedImage> {
  const detector = detectMedia(file.name.trim());
  return storeFile(ctx, tenantId, file, { detector, allowed: [...MEDIA_EXTENSIONS] });
}

/**
 * Stores a file while it arrives. Its row comes first, with the largest size it may have: uploads at the same moment
 * cannot exceed the quota together, and the sweep finds what a crash cut off.
 *
 * @throws {Problem} `file.wrong_type` when the detector finds no type
 */
export async function storeFile(
  ctx: FilesContext,
  tenantId: TenantId,
  file: Upload,
  { detector, allowed }: { detector: KindDetector; allowed: string[] },
): Promise<UploadedImage> {
  const id = newId(FileId);
  const storageKey = storageKeyOf(tenantId, id);
  const name = file.name.trim().slice(-200);
  await requireRoomOnDisk(ctx, file.expectedBytes);
  await withTenant(ctx, tenantId, (scope) =>
    admit(scope, { id, name, mime: '', storageKey, sizeBytes: file.expectedBytes }, { isStored: false }),
  );
  try {
    const passed = { bytes: 0 };
    await ctx.files.put(storageKey, inspected(paced(file.bytes), detector, passed));
    if (file.isTruncated()) throw new Problem('file.too_big', { maxMegabytes: file.maxMegabytes });
    const kind = detector.kind();
    if (!kind) throw new Problem('file.wrong_type', { allowed });
    const named = name || `file.${kind.extension}`;
    await withTenant(ctx, tenantId, (scope) =>
      markFileStored(scope, id, { name: named, mime: kind.mime, sizeBytes: passed.bytes }, ctx.clock.now()),
    );
    return { id, name: named, url: fileUrl(ctx, tenantId, id), sizeBytes: passed.bytes };
  } catch (error) {
    await discardFile(ctx, tenantId, id);
    throw error;
  }
}

/** Keeps a part of the disk free: the database shares it. @throws {Problem} `file.storage_full` */
async function requireRoomOnDisk({ files, config }: FilesContext, bytes: number): Promise<void> {
  const reserve = config.minFreeDiskMegabytes * BYTES_PER_MEGABYTE;
  if ((await files.freeBytes()) - bytes < reserve) throw new Problem('file.storage_full');
}

/** Adds a file within the tenant's quota. @throws {Problem} `file.quota_exhausted` */
async function admit(
  scope: Pick<ActionScope, 'tx' | 'tenantId' | 'clock' | 'config'>,
  file: StoredFile,
  { isStored }: { isStored: boolean },
): Promise<void> {
  await lockFilesOf(scope);
  const { maxTenantFilesMegabytes: maxMegabytes } = scope.config;
  const isOver = (await sumFileBytes(scope)) + file.sizeBytes > maxMegabytes * BYTES_PER_MEGABYTE;
  if (isOver) throw new Problem('file.quota_exhausted', { maxMegabytes });
  const now = scope.clock.now();
  await insertFile(scope, file, { createdAt: now, storedAt: isStored ? now : null });
}

async function* paced(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const thisFile = createPacer(BYTES_PER_SECOND);
  for await (const chunk of bytes) {
    yield chunk;
    await Promise.all([thisFile(chunk.length), allFiles(chunk.length)]);
  }
}

/** Passes bytes on as long as the file may be of an allowed type; the rest of another is read and dropped. */
async function* inspected(
  bytes: AsyncIterable<Uint8Array>,
  detector: KindDetector,
  passed: { bytes: number },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    if (!detector.take(chunk)) continue;
    passed.bytes += chunk.length;
    yield chunk;
  }
}

/** Opens a stored file of the tenant; null when it was deleted. */
export async function openStored(
  ctx: Pick<Context, 'db' | 'files'>,
  tenantId: TenantId,
  id: FileId,
): Promise<Readable | null> {
  const [file] = await withTenant(ctx, tenantId, (scope) => listFiles(scope, [id]));
  try {
    return file ? await ctx.files.open(file.storageKey) : null;
  } catch {
    return null;
  }
}

async function discardFile(ctx: Pick<Context, 'db' | 'files'>, tenantId: TenantId, id: FileId): Promise<void> {
  await ctx.files.remove(storageKeyOf(tenantId, id));
  await withTenant(ctx, tenantId, (scope) => deleteFiles(scope, [id]));
}

const storageKeyOf = (tenantId: TenantId, id: FileId): string => `${tenantId}/${id}`;

/** @throws {Problem} `file.not_found` when the address is not signed by us, or the file was deleted */
export async function openFile(
  ctx: Pick<Context, 'db' | 'files' | 'vault'>,
  token: string,
): Promise<{ mime: string; name: string; sizeBytes: number; bytes: Readable }> {
  const ids = readFileToken(ctx, token);
  const named = ids && { tenantId: TenantId.parse(ids.tenantId), id: FileId.parse(ids.fileId) };
  const [file] = named ? await withTenant(ctx, named.tenantId, (scope) => listFiles(scope, [named.id])) : [];
  if (!file) throw new Problem('file.not_found');
  try {
    return { ...file, bytes: await ctx.files.open(file.storageKey) };
  } catch (cause) {
    throw new Problem('file.not_found', undefined, { cause });
  }
}

/**
 * Copies a stored file of another tenant.
 *
 * @returns null when the file was deleted, or does not fit into the tenant's quota
 */
export async function copyFile(
  scope: ActionScope,
  { name, mime, sizeBytes, storageKey: source }: Omit<StoredFile, 'id'>,
): Promise<FileId | null> {
  const id = newId(FileId);
  const storageKey = storageKeyOf(scope.tenantId, id);
  try {
    await admit(scope, { id, name, mime, storageKey, sizeBytes }, { isStored: true });
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
  try {
    await scope.files.copy(source, storageKey);
    return id;
  } catch {
    await deleteFiles(scope, [id]);
    return null;
  }
}

/** Deletes files that nothing refers to: uploads that were cut off, and pictures of messages that were never saved. */
export async function deleteUnusedFiles(ctx: Context, fileUses: readonly ListFileUses[]): Promise<void> {
  const now = ctx.clock.now();
  const limits = {
    cutOffBefore: now.subtract({ hours: UPLOAD_HOURS }),
    unusedSince: now.subtract({ hours: 24 * UNUSED_DAYS }),
  };
  const idle = await withSystem(ctx, (scope) => listIdleFiles(scope, limits));
  for (const [tenantId, ids] of idle) {
    const unused = await withTenant(ctx, tenantId, async (scope) => {
      const files = await lockIdleFiles(scope, ids);
      const locked = files.map(({ id }) => id);
      const used = new Set<FileId>();
      // NOTE: read after the lock, so that a flow saved meanwhile keeps its file
      for (const listUses of fileUses) for (const id of await listUses(scope, locked)) used.add(id);
      const left = files.filter(({ id, isStored }) => !isStored || !used.has(id));
      await deleteFiles(
        scope,
        left.map(({ id }) => id),
      );
      return left;
    });
    for (const { storageKey } of unused) await ctx.files.remove(storageKey);
  }
}
