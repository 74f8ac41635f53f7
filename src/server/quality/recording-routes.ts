import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import * as contract from '#contract/quality/recordings.ts';
import { PIECE_TYPE, SOUND_PATH } from '#contract/quality/values.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { readBearer } from '#server/auth/sign-in/actions.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import type { Context } from '#server/platform/context/context.ts';
import { partOf, readRange } from '#server/platform/files/byte-ranges.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { createWorkSlots } from '#server/platform/intake/work-slots.ts';
import { bearerOf } from '#server/platform/secrets/bearer.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import {
  deleteRecording,
  getRecording,
  getSettings,
  listRecordings,
  retryRecording,
  saveRecording,
  saveSettings,
} from './recordings/recording-actions.ts';
import { openSound } from './recordings/sound-actions.ts';
import { cancelUpload, getUpload, receivePiece, startUpload } from './recordings/upload-actions.ts';

/** Binds the calls of recordings and of files that are sent. */
export function serveRecordings(serve: Serve): void {
  serve.inTenant(contract.listRecordings, (scope, { query }) => listRecordings(scope, query));
  serve.inTenant(contract.getRecording, (scope, { params }) => getRecording(scope, params.recordingId));
  serve.inTenant(contract.saveRecording, (scope, { params, body }) => saveRecording(scope, params.recordingId, body));
  serve.inTenant(contract.retryRecording, (scope, { params }) => retryRecording(scope, params.recordingId));
  serve.inTenant(contract.deleteRecording, async (scope, { params }) => {
    await deleteRecording(scope, params.recordingId);
    return {};
  });
  serve(contract.startRecordingUpload, (ctx, { body }) => startUpload(ctx, body));
  serve.inTenant(contract.getRecordingUpload, (scope, { params }) => getUpload(scope, params.uploadId));
  serve(contract.cancelRecordingUpload, async (ctx, { params }) => {
    await cancelUpload(ctx, ctx.tenantId, params.uploadId);
    return {};
  });
  serve.inTenant(contract.getQualitySettings, (scope) => getSettings(scope));
  serve.inTenant(contract.saveQualitySettings, (scope, { body }) => saveSettings(scope, body));
}

/** On a slow line a file of 200 MB has some 800 pieces. */
const PIECES_PER_MINUTE = { limit: 300, periodMs: 60_000 };
const RETRY_AFTER_MS = 10_000;
const Offset = z.coerce.number().int().nonnegative();

/** Serves what is not JSON: pieces of files, and the sound that players ask for in parts. */
export function serveSound(app: FastifyInstance, ctx: Context): void {
  const slots = createWorkSlots({
    ...ctx.config.uploads.members,
    refusal: () => new Problem('file.too_many_at_once', { retryAfterMs: RETRY_AFTER_MS }),
  });
  app.addContentTypeParser(PIECE_TYPE, (_request: FastifyRequest, body: Readable, done: Done) => done(null, body));
  app.route<{ Params: { uploadId: string }; Body: Readable | undefined }>({
    method: contract.sendRecordingPiece.method,
    url: contract.sendRecordingPiece.path,
    handler: async (request) => {
      const body = request.body ?? Readable.from([]);
      const bytes = body.iterator({ destroyOnReturn: false });
      try {
        const tenantId = await tenantOf(ctx, request);
        const id = z.uuid().safeParse(request.params.uploadId);
        if (!id.success) throw new Problem('recording_upload.not_found');
        const offset = Offset.safeParse(request.headers['upload-offset']);
        if (!offset.success) throw wrongField('upload-offset', 'required');
        return await slots.run(tenantId, () =>
          receivePiece(ctx, tenantId, { id: id.data, offset: offset.data, bytes }),
        );
      } catch (error) {
        body.resume(); // NOTE: what was not read would keep the sender from reading the refusal
        throw error;
      }
    },
  });
  app.get<{ Params: { token: string } }>(`${SOUND_PATH}/:token`, (request, reply) => play(ctx, request, reply));
}

/** @throws {Problem} `auth.required`, `request.too_often` */
async function tenantOf(ctx: Context, request: FastifyRequest): Promise<TenantId> {
  const token = bearerOf(request);
  const bearer = token ? await readBearer(ctx, token) : null;
  if (!bearer) throw new Problem('auth.required');
  const allowance = await consumeRateLimit(ctx.db, `sound:${bearer.memberId}`, PIECES_PER_MINUTE);
  if (!allowance.isAllowed) throw new Problem('request.too_often', { retryAfterMs: allowance.retryAfterMs });
  return bearer.tenantId;
}

type Done = (error: Error | null, body?: unknown) => void;

async function play(
  ctx: Context,
  request: FastifyRequest<{ Params: { token: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { type, sizeBytes, open } = await openSound(ctx, request.params.token);
  const range = readRange(request.headers.range, sizeBytes);
  reply.headers({
    'content-type': type,
    'cache-control': 'private, max-age=3600',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'accept-ranges': 'bytes',
    'content-disposition': 'inline',
  });
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${sizeBytes}`).send();
  const bytes = await open();
  if (range === null) return reply.header('content-length', sizeBytes).send(bytes);
  const { from, to } = range;
  reply.code(206).headers({ 'content-range': `bytes ${from}-${to}/${sizeBytes}`, 'content-length': to - from + 1 });
  return reply.send(Readable.from(partOf(bytes, range), { objectMode: false }));
}
