import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LARGEST_DOCUMENT_MEGABYTES } from '#contract/channel-limits.ts';
import { uploadDocument, uploadImage, type UploadedImage } from '#contract/flow-trials.ts';
import type { TenantId } from '#contract/tenants.ts';
import { readBearer } from '#server/auth/actions.ts';
import { bearerOf } from '#server/platform/bearer.ts';
import type { Context } from '#server/platform/context.ts';
import { Problem, wrongField } from '#server/platform/problem.ts';
import { openFile, storeDocument, storeImage } from './attachment-actions.ts';

const BYTES_PER_MEGABYTE = 1_048_576;

type Upload = { name: string; bytes: Buffer };
type Store = (ctx: Context, tenantId: TenantId, file: Upload) => Promise<UploadedImage>;

/** Serves what is not JSON: the uploads, and the public addresses from which providers and previews fetch files. */
export function serveAttachments(app: FastifyInstance, ctx: Context): void {
  app.post(uploadImage.path, take(ctx, ctx.config.maxFileMegabytes, storeImage));
  app.post(uploadDocument.path, take(ctx, LARGEST_DOCUMENT_MEGABYTES, storeDocument));

  app.get<{ Params: { token: string } }>('/files/:token', async (request, reply) => {
    const { mime, name, bytes } = await openFile(ctx, request.params.token);
    const isImage = mime.startsWith('image/');
    return reply
      .headers({
        'content-type': mime,
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'cross-origin',
        // a document is never shown as a page of our origin
        ...(!isImage && { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}` }),
      })
      .send(Buffer.from(bytes));
  });
}

function take(ctx: Context, maxMegabytes: number, store: Store) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const token = bearerOf(request);
    const bearer = token ? await readBearer(ctx, token) : null;
    if (!bearer) throw new Problem('auth.required');
    const file = await readUpload(request, maxMegabytes);
    if (!file) throw wrongField('file', 'required');
    if (file.isTruncated) throw new Problem('file.too_big', { maxMegabytes });
    return reply.send(await store(ctx, bearer.tenantId, file));
  };
}

/** @throws 400 when the form is incomplete, e.g. because the connection was lost */
async function readUpload(
  request: FastifyRequest,
  maxMegabytes: number,
): Promise<(Upload & { isTruncated: boolean }) | undefined> {
  try {
    const limits = { fileSize: maxMegabytes * BYTES_PER_MEGABYTE };
    const part = request.isMultipart() ? await request.file({ throwFileSizeLimit: false, limits }) : undefined;
    if (!part) return undefined;
    const bytes = await part.toBuffer();
    const name = part.filename.toWellFormed().replaceAll('\0', '');
    return { name, bytes, isTruncated: part.file.truncated };
  } catch {
    throw wrongField('file', 'unreadable');
  }
}
