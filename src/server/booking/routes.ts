import * as contract from '#contract/booking/calls.ts';
import * as buttons from '#contract/booking/buttons.ts';
import * as tables from '#contract/booking/table-requests.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { changeVisitPage, describeVisitPage, previewPage } from './visit-page/actions.ts';
import { createButton, deleteButton, describeButtons, restoreButton, saveButton } from './tables/button-actions.ts';
import { decideRequest, pageOfRequests } from './tables/table-actions.ts';

export function serveBooking(serve: Serve): void {
  serve.inTenant(contract.getVisitPage, describeVisitPage);
  serve.inTenant(contract.setVisitPage, (scope, { body }) => changeVisitPage(scope, body));
  serve.inTenant(contract.previewVisitPage, (scope, { body }) => previewPage(scope, body));
  serve.inTenant(buttons.listBookingButtons, describeButtons);
  serve.inTenant(buttons.createBookingButton, (scope, { body }) => createButton(scope, body));
  serve.inTenant(buttons.saveBookingButton, (scope, { params, body }) => saveButton(scope, params.buttonId, body));
  serve.inTenant(buttons.deleteBookingButton, async (scope, { params }) => {
    await deleteButton(scope, params.buttonId);
    return {};
  });
  serve.inTenant(buttons.restoreBookingButton, (scope, { params }) => restoreButton(scope, params.buttonId));
  serve.inTenant(tables.listTableRequests, (scope, { query }) => pageOfRequests(scope, query));
  serve.inTenant(tables.decideTableRequest, (scope, { params, body }) =>
    decideRequest(scope, params.requestId, body.decision),
  );
}
