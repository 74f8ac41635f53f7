import { listFlowChoices } from '#contract/audiences/choices.ts';
import * as rfm from '#contract/audiences/rfm.ts';
import * as contract from '#contract/audiences/segments.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { listChoices } from './choice-reads.ts';
import { createRfm, getRfm, listDashboards, previewRfm, saveRfm, suggestRfm } from './rfm/dashboard-actions.ts';
import { listRfmMoves, listRfmPeople } from './rfm/people-actions.ts';
import {
  countUnsaved,
  createSegment,
  deleteSegment,
  duplicateSegment,
  freezeSegment,
  getSegment,
  restoreSegment,
  sampleUnsaved,
  saveSegment,
  sizesOfSegment,
} from './segment-actions.ts';
import { listSegmentRows } from './segment-queries.ts';

export function serveAudiences(serve: Serve): void {
  serve.inTenant(listFlowChoices, listChoices);
  serve.inTenant(contract.listSegments, (scope, { query }) => listSegmentRows(scope, query));
  serve.inTenant(contract.countUnsaved, (scope, { body }) => countUnsaved(scope, body));
  serve.inTenant(contract.sampleUnsaved, (scope, { body }) => sampleUnsaved(scope, body));
  serve.inTenant(contract.createSegment, (scope, { body }) => createSegment(scope, body));
  serve.inTenant(contract.getSegment, (scope, { params }) => getSegment(scope, params.segmentId));
  serve.inTenant(contract.saveSegment, (scope, { params, body }) => saveSegment(scope, params.segmentId, body));
  serve.inTenant(contract.freezeSegment, (scope, { params }) => freezeSegment(scope, params.segmentId));
  serve.inTenant(contract.duplicateSegment, (scope, { params, body }) =>
    duplicateSegment(scope, params.segmentId, body.title),
  );
  serve.inTenant(contract.deleteSegment, async (scope, { params }) => {
    await deleteSegment(scope, params.segmentId);
    return {};
  });
  serve.inTenant(contract.restoreSegment, (scope, { params }) => restoreSegment(scope, params.segmentId));
  serve.inTenant(contract.listSegmentSizes, (scope, { params }) => sizesOfSegment(scope, params.segmentId));
  serve.inTenant(rfm.listRfm, listDashboards);
  serve.inTenant(rfm.createRfm, (scope, { body }) => createRfm(scope, body));
  serve.inTenant(rfm.getRfm, (scope, { params }) => getRfm(scope, params.dashboardId));
  serve.inTenant(rfm.saveRfm, (scope, { params, body }) => saveRfm(scope, params.dashboardId, body));
  serve.inTenant(rfm.suggestRfm, (scope, { params }) => suggestRfm(scope, params.dashboardId));
  serve.inTenant(rfm.previewRfm, (scope, { params, body }) => previewRfm(scope, params.dashboardId, body));
  serve.inTenant(rfm.listRfmPeople, (scope, { params, query }) => listRfmPeople(scope, params.dashboardId, query));
  serve.inTenant(rfm.listRfmMoves, (scope, { params, query }) => listRfmMoves(scope, params.dashboardId, query));
}
