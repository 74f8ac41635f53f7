import { addAbortSignal, Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LARGEST_DOCUMENT_MEGABYTES, LARGEST_MEDIA_MEGABYTES } from '#contract/channels/limits.ts';
import { uploadDocument, uploadImage, uploadMedia } from '#contract/flows/trials.ts';
import { readBearer } from '#server/auth/sign-in/actions.ts';
import { lossOf, lossSignal, refuseForm, unlessLost } from '#server/platform/intake/body-pace.ts';
import { bearerOf } from '#server/platform/secrets/bearer.ts';
import type { Context } from '#server/platform/context/context.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { partOf, readRange } from '#server/platform/files/byte-ranges.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { createWorkSlots } from '#server/platform/intake/work-slots.ts';
import { openFile, storeDocument, storeImage, storeMedia, type Upload } from './attachment-actions.ts';
import type { StoreUpload, UploadRoute } from './port.ts';
import { INLINE_MIMES } from './received-file-rules.ts';

const BYTES_PER_MEGABYTE = 1_048_576;

/** Files that one member may upload in a minute: far more than anybody attaches by hand. */
const UPLOADS_PER_MINUTE = { limit: 60, periodMs: 60_000 };

const RETRY_AFTER_MS = 10_000;

/**
 * Serves what is not JSON: the uploads, and the public addresses from which providers and previews fetch files.
 *
 * @param others uploads of upper rooms
 */
export function serveAttachments(app: FastifyInstance, ctx: Context, others: readonly UploadRoute[]): void {
  const slots = createWorkSlots({
    ...ctx.config.uploads.members,
    refusal: () => new Problem('file.too_many_at_once', { retryAfterMs: RETRY_AFTER_MS }),
  });
  const take = (maxMegabytes: number, store: StoreUpload) => async (request: FastifyRequest, reply: FastifyReply) => {
    const token = bearerOf(request);
    const bearer = token ? await readBearer(ctx, token) : null;
    if (!bearer) throw new Problem('auth.required');
    const allowance = await consumeRateLimit(ctx.db, `upload:${bearer.memberId}`, UPLOADS_PER_MINUTE);
    if (!allowance.isAllowed) throw new Problem('request.too_often', { retryAfterMs: allowance.retryAfterMs });
    const read = async () => {
      const file = await readUpload(request, maxMegabytes);
      if (!file) throw wrongField('file', 'required');
      return store(ctx, bearer.tenantId, file, request.query as Record<string, unknown>); // NOTE: parsed by its room
    };
    const stored = await slots.run(bearer.tenantId, read, {
      left: lossSignal(request),
      yieldSlot: (refusal) => refuseForm(request, refusal),
    });
    return reply.send(stored);
  };
  app.post(uploadImage.path, take(ctx.config.maxFileMegabytes, storeImage));
  app.post(uploadDocument.path, take(LARGEST_DOCUMENT_MEGABYTES, storeDocument));
  app.post(uploadMedia.path, take(LARGEST_MEDIA_MEGABYTES, storeMedia));
  for (const { path, maxMegabytes, store } of others) app.post(path, take(maxMegabytes, store));
  serveFiles(app, ctx);
}

/**
 * The public addresses of files. What a browser shows in place is of a few safe kinds; anything else is a download, and
 * never a page of our origin. Players ask for parts of a voice message.
 */
function serveFiles(app: FastifyInstance, ctx: Context): void {
  app.get<{ Params: { token: string } }>('/files/:token', async (request, reply) => {
    const { mime, name, sizeBytes, bytes } = await openFile(ctx, request.params.token);
    const range = readRange(request.headers.range, sizeBytes);
    const how = INLINE_MIMES.has(mime) ? 'inline' : 'attachment';
    reply.headers({
      'content-type': mime,
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'accept-ranges': 'bytes',
      'content-disposition': `${how}; filename*=UTF-8''${encodeURIComponent(name)}`,
    });
    if (range === null) return reply.header('content-length', sizeBytes).send(bytes);
    if (range === 'unsatisfiable') {
      bytes.destroy();
      return reply.code(416).header('content-range', `bytes */${sizeBytes}`).send();
    }
    const { from, to } = range;
    reply.code(206).headers({ 'content-range': `bytes ${from}-${to}/${sizeBytes}`, 'content-length': to - from + 1 });
    return reply.send(Readable.from(partOf(bytes, range), { objectMode: false }));
  });
}

/** @throws 400 when the form is incomplete, e.g. because the connection was lost; `file.too_slow` */
async function readUpload(request: FastifyRequest, maxMegabytes: number): Promise<Upload | undefined> {
  const maxBytes = maxMegabytes * BYTES_PER_MEGABYTE;
  const loss = lossSignal(request);
  try {
    if (!request.isMultipart()) return undefined;
    const part = await unlessLost(loss, request.file({ throwFileSizeLimit: false, limits: { fileSize: maxBytes } }));
    if (!part) return undefined;
    addAbortSignal(loss, part.file);
    const name = part.filename.toWellFormed().replaceAll('\0', '');
    return {
      name,
      maxMegabytes,
      expectedBytes: Math.min(maxBytes, Number(request.headers['content-length'] ?? maxBytes)),
      bytes: readable(part.file, loss),
      isTruncated: () => part.file.truncated,
    };
  } catch {
    throw lossOf(loss);
  }
}

/** The bytes of a part; a form that breaks off is refused like one that cannot be read. */
async function* readable(part: AsyncIterable<Uint8Array>, loss: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* part;
  } catch {
    throw lossOf(loss);
  }
}
