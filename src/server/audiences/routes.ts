import { listFlowChoices } from '#contract/audiences/choices.ts';
import * as contract from '#contract/audiences/segments.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { listChoices } from './choice-reads.ts';
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
}
