import * as contract from '#contract/replies/calls.ts';
import { LARGEST_REVIEW_FILE_MEGABYTES, LEAST_AI_REVIEWS } from '#contract/replies/values.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { Problem } from '#server/platform/values/problem.ts';
import type { UploadRoute } from '#server/texts/attachments/port.ts';
import { approveReplies, approveReply, changeState } from './history/deciding-actions.ts';
import { listReplyRows } from './history/history-queries.ts';
import { deleteReplyWidget } from './history/removing-actions.ts';
import { addReviews, previewFile } from './sheets/adding-actions.ts';
import {
  createReplyWidget,
  getReplyWidget,
  listReplyWidgets,
  saveReplyWidget,
  switchReplyWidget,
} from './widgets/widget-actions.ts';
import { tryWidget } from './writing/trial-actions.ts';

export function serveReplies(serve: Serve): void {
  serve.inTenant(contract.listReplyWidgets, (scope) => listReplyWidgets(scope));
  serve.inTenant(contract.getReplyWidget, (scope, { params }) => getReplyWidget(scope, params.replyWidgetId));
  serve.inTenant(contract.createReplyWidget, (scope, { body }) => createReplyWidget(scope, body));
  serve.inTenant(contract.saveReplyWidget, (scope, { params, body }) =>
    saveReplyWidget(scope, params.replyWidgetId, body),
  );
  serve.inTenant(contract.switchReplyWidget, (scope, { params, body }) =>
    switchReplyWidget(scope, params.replyWidgetId, body.isEnabled),
  );
  serve.inTenant(contract.deleteReplyWidget, async (scope, { params }) => {
    await deleteReplyWidget(scope, params.replyWidgetId);
    return {};
  });
  serve.inTenant(contract.addPlatformReviews, (scope, { params, body }) =>
    addReviews(scope, params.replyWidgetId, body),
  );
  serve(contract.tryReplyWidget, (ctx, { body }) => tryWidget(ctx, body));
  serve.inTenant(contract.listReviewReplies, (scope, { query }) => listReplyRows(scope, query));
  serve.inTenant(contract.approveReviewReply, (scope, { params, body }) => approveReply(scope, params.replyId, body));
  serve.inTenant(contract.approveReviewReplies, (scope, { body }) => approveReplies(scope, body));
  serve.inTenant(contract.changeReviewReply, (scope, { params, body }) =>
    changeState(scope, params.replyId, body.change),
  );
  serve.inTenant(contract.orderAiReviews, async ({ config }, { body: { count } }) => {
    if (count < LEAST_AI_REVIEWS) throw new Problem('ai_review_pack.too_small', { least: LEAST_AI_REVIEWS });
    return { payment: 'operator' as const, count, supportEmail: config.supportEmail };
  });
}

export const REPLY_UPLOADS: readonly UploadRoute[] = [
  {
    path: contract.readReviewFile.path,
    maxMegabytes: LARGEST_REVIEW_FILE_MEGABYTES,
    store: (ctx, tenantId, upload, { source }) => previewFile(ctx, tenantId, { upload, source }),
  },
];
