import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as trials from '#contract/flow-trials.ts';
import * as contract from '#contract/flows.ts';
import { readBearer } from '#server/auth/actions.ts';
import type { Context } from '#server/platform/context.ts';
import { withTenant } from '#server/platform/db.ts';
import { Problem, wrongField } from '#server/platform/problem.ts';
import type { Serve } from '#server/platform/serve.ts';
import { getTenant, setTestPhones } from '#server/tenants/actions.ts';
import {
  continueFlow,
  createFlow,
  deleteFlow,
  duplicateFlow,
  getFlow,
  listFlows,
  pauseFlow,
  readTestPhones,
  restoreFlow,
  saveFlow,
  switchFlowMode,
} from './actions.ts';
import { openImage, storeImage } from './images.ts';
import { previewFlow } from './preview.ts';
import { sendFlowTest } from './trials.ts';

export function serveFlows(serve: Serve): void {
  serve(contract.listFlows, (ctx, { query }) => withTenant(ctx.db, ctx.tenantId, (scope) => listFlows(scope, query)));
  serve(trials.getTestPhones, async (ctx) => {
    const { testPhones } = await withTenant(ctx.db, ctx.tenantId, getTenant);
    return { testPhones };
  });
  serve(trials.setTestPhones, (ctx, { body }) =>
    withTenant(ctx.db, ctx.tenantId, async (scope) => {
      const testPhones = await readTestPhones(scope, body.testPhones);
      await setTestPhones(scope, testPhones);
      return { testPhones };
    }),
  );
  serve(contract.getFlow, (ctx, { params }) =>
    withTenant(ctx.db, ctx.tenantId, (scope) => getFlow(scope, params.flowId)),
  );
  serve(contract.createFlow, (ctx, { body }) => createFlow(ctx, body));
  serve(contract.saveFlow, (ctx, { params, body }) => saveFlow(ctx, params.flowId, body));
  serve(contract.pauseFlow, (ctx, { params }) => pauseFlow(ctx, params.flowId));
  serve(contract.continueFlow, (ctx, { params }) => continueFlow(ctx, params.flowId));
  serve(contract.switchFlowMode, (ctx, { params, body }) => switchFlowMode(ctx, params.flowId, body.mode));
  serve(contract.duplicateFlow, (ctx, { params }) => duplicateFlow(ctx, params.flowId));
  serve(contract.deleteFlow, async (ctx, { params }) => {
    await deleteFlow(ctx, params.flowId);
    return {};
  });
  serve(contract.restoreFlow, (ctx, { params }) => restoreFlow(ctx, params.flowId));
  serve(trials.previewFlow, (ctx, { body }) => previewFlow(ctx, body));
  serve(trials.sendFlowTest, (ctx, { body }) => sendFlowTest(ctx, body));
}

/** A file is no JSON: the upload of images, and the public address providers and previews fetch them from. */
export function serveFlowImages(app: FastifyInstance, ctx: Context): void {
  app.post(trials.uploadImage.path, async (request, reply) => {
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
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
