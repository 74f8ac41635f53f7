import type { FastifyInstance, FastifyRequest } from 'fastify';
import { uploadImage } from '#contract/flow-trials.ts';
import { readBearer } from '#server/auth/actions.ts';
import { bearerOf } from '#server/platform/bearer.ts';
import type { Context } from '#server/platform/context.ts';
import { Problem, wrongField } from '#server/platform/problem.ts';
import { openImage, storeImage } from './images.ts';

/** A file is no JSON: the upload of images, and the public address providers and previews fetch them from. */
export function serveFlowImages(app: FastifyInstance, ctx: Context): void {
  app.post(uploadImage.path, async (request, reply) => {
    const token = bearerOf(request);
    const bearer = token ? await readBearer(ctx, token) : null;
    if (!bearer) throw new Problem('auth.required');
    const file = await readUpload(request);
    if (!file) throw wrongField('file', 'required');
    if (file.isTruncated) throw new Problem('file.too_big', { maxMegabytes: ctx.config.maxFileMegabytes });
    return reply.send(await storeImage(ctx, bearer.tenantId, file));
  });

  app.get<{ Params: { token: string } }>('/files/:token', async (request, reply) => {
    const { mime, bytes } = await openImage(ctx, request.params.token);
    return reply
      .headers({
        'content-type': mime,
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(Buffer.from(bytes));
  });
}

/** @throws 400 when the form breaks off, as it does when a connection is lost */
async function readUpload(
  request: FastifyRequest,
): Promise<{ name: string; bytes: Buffer; isTruncated: boolean } | undefined> {
  try {
    const part = request.isMultipart() ? await request.file({ throwFileSizeLimit: false }) : undefined;
    if (!part) return undefined;
    const bytes = await part.toBuffer();
    const name = part.filename.toWellFormed().replaceAll('\0', '');
    return { name, bytes, isTruncated: part.file.truncated };
  } catch {
    throw wrongField('file', 'unreadable');
  }
}
