import * as contract from '#contract/reviews/calls.ts';
import * as widgets from '#contract/reviews/widgets.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { answerReview, getReview } from './answers/answer-actions.ts';
import { getReviewStatistics, listReviews } from './lists/listing-actions.ts';
import { publicAppearance } from '#server/tenants/actions.ts';
import { reviewPageView } from './page/page.ts';
import { deleteReviewWidget, listReviewWidgets, saveReviewWidget } from './widgets/widget-actions.ts';

export function serveReviews(serve: Serve): void {
  serve.inTenant(contract.listReviews, (scope, { query }) => listReviews(scope, query));
  serve.inTenant(contract.getReviewStatistics, (scope, { query }) => getReviewStatistics(scope, query));
  serve.inTenant(contract.getReview, (scope, { params }) => getReview(scope, params.reviewId));
  serve.inTenant(contract.answerReview, (scope, { params, body }) =>
    answerReview(scope, params.reviewId, { ...body, memberId: scope.memberId }),
  );
  serve.inTenant(widgets.listReviewWidgets, (scope) => listReviewWidgets(scope));
  serve.inTenant(widgets.saveReviewWidget, (scope, { body }) => saveReviewWidget(scope, body));
  serve.inTenant(widgets.previewReviewPage, async (scope, { body: { settings, stars, language } }) =>
    reviewPageView(await publicAppearance(scope), settings, { stars, language: settings.language ?? language }),
  );
  serve.inTenant(widgets.deleteReviewWidget, async (scope, { params }) => {
    await deleteReviewWidget(scope, params.widgetId);
    return {};
  });
}
