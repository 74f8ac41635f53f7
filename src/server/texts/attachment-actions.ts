import { listFiles, type StoredFile } from './reads.ts';
import { insertFile } from './queries.ts';
import { DOCUMENT_EXTENSIONS } from '#contract/channel-limits.ts';
import type { UploadedImage } from '#contract/flow-trials.ts';
import { FileId } from '#contract/flows.ts';
import { TenantId } from '#contract/tenants.ts';
import type { Context } from '#server/platform/context.ts';
import { withTenant, type TenantScope } from '#server/platform/db.ts';
import { newId } from '#server/platform/ids.ts';
import { Problem } from '#server/platform/problem.ts';
import { signIds, verifyIds } from '#server/platform/signed-ids.ts';
import { documentKind, type FileKind, imageKind } from './attachment-rules.ts';

const PURPOSE = 'file';

type FilesContext = Pick<Context, 'db' | 'files' | 'clock' | 'vault' | 'config'>;
type Upload = { name: string; bytes: Buffer };

/** The public address of a file, for providers and browsers; anyone with the address may read it. */
export function fileUrl(ctx: Pick<Context, 'vault' | 'config'>, tenantId: TenantId, id: FileId): string {
  return `${new URL(ctx.config.publicUrl).origin}/files/${signIds(ctx, PURPOSE, [tenantId, id])}`;
}

/** @throws {Problem} `file.wrong_type` when it is neither PNG nor JPEG, by its bytes */
export async function storeImage(ctx: FilesContext, tenantId: TenantId, file: Upload): Promise<UploadedImage> {
  const kind = imageKind(file.bytes);
  if (!kind) throw new Problem('file.wrong_type', { allowed: ['png', 'jpg', 'jpeg'] });
  return store(ctx, tenantId, file, kind);
}

/** @throws {Problem} `file.wrong_type` when it is not an allowed document, by its name and its bytes */
export async function storeDocument(ctx: FilesContext, tenantId: TenantId, file: Upload): Promise<UploadedImage> {
  const kind = documentKind(file.name.trim(), file.bytes);
  if (!kind) throw new Problem('file.wrong_type', { allowed: [...DOCUMENT_EXTENSIONS] });
  return store(ctx, tenantId, file, kind);
}

async function store(
  ctx: FilesContext,
  tenantId: TenantId,
  file: Upload,
  { mime, extension }: FileKind,
): Promise<UploadedImage> {
  const id = newId(FileId);
  const name = file.name.trim().slice(-200) || `file.${extension}`;
  const storageKey = `${tenantId}/${id}.${extension}`;
  await ctx.files.put(storageKey, file.bytes);
  await withTenant(ctx.db, tenantId, (scope) =>
    insertFile(scope, { id, name, mime, storageKey, sizeBytes: file.bytes.length }, ctx.clock.now()),
  );
  return { id, name, url: fileUrl(ctx, tenantId, id), sizeBytes: file.bytes.length };
}

/** @throws {Problem} `file.not_found` when the address is not signed by us, or the file was deleted */
export async function openFile(
  ctx: Pick<Context, 'db' | 'files' | 'vault'>,
  token: string,
): Promise<{ mime: string; name: string; bytes: Uint8Array }> {
  const ids = verifyIds(ctx, PURPOSE, token, 2);
  const named = ids && { tenantId: TenantId.parse(ids[0]), id: FileId.parse(ids[1]) };
  const [file] = named ? await withTenant(ctx.db, named.tenantId, (scope) => listFiles(scope, [named.id])) : [];
  if (!file) throw new Problem('file.not_found');
  try {
    return { mime: file.mime, name: file.name, bytes: await ctx.files.get(file.storageKey) };
  } catch (cause) {
    throw new Problem('file.not_found', undefined, { cause });
  }
}

/**
 * Copies a stored file of another tenant.
 *
 * @returns null when the file was deleted
 */
export async function copyFile(
  ctx: Pick<Context, 'files' | 'clock'>,
  scope: TenantScope,
  { name, mime, sizeBytes, storageKey: source }: Omit<StoredFile, 'id'> & { sizeBytes: number },
): Promise<FileId | null> {
  const bytes = await ctx.files.get(source).catch(() => null);
  if (!bytes) return null;
  const id = newId(FileId);
  const storageKey = `${scope.tenantId}/${id}.${source.split('.').at(-1) ?? 'bin'}`;
  await ctx.files.put(storageKey, bytes);
  await insertFile(scope, { id, name, mime, storageKey, sizeBytes }, ctx.clock.now());
  return id;
}
