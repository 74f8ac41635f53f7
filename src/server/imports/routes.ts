import * as contract from '#contract/imports/calls.ts';
import { LARGEST_IMPORT_MEGABYTES } from '#contract/imports/values.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import type { UploadRoute } from '#server/texts/attachments/port.ts';
import {
  getImport,
  pageOfOmissions,
  pageOfRejections,
  resumeImport,
  startImport,
  startOptOutImport,
  undoImport,
} from './actions.ts';
import { startCorrection } from './correcting-actions.ts';
import { receiveFile, rereadDraft } from './draft-actions.ts';
import { listImports } from './queries.ts';

export function serveImports(serve: Serve): void {
  serve.inTenant(contract.listImports, (scope, { query }) => listImports(scope, query));
  serve.inTenant(contract.getImport, (scope, { params }) => getImport(scope, params.importId));
  serve(contract.rereadImport, (ctx, { params, body }) => rereadDraft(ctx, params.importId, body));
  serve.inTenant(contract.startImport, (scope, { params, body }) => startImport(scope, params.importId, body));
  serve.inTenant(contract.startOptOutImport, (scope, { params, body }) =>
    startOptOutImport(scope, params.importId, body),
  );
  serve.inTenant(contract.resumeImport, (scope, { params }) => resumeImport(scope, params.importId));
  serve.inTenant(contract.undoImport, (scope, { params }) => undoImport(scope, params.importId));
  serve.inTenant(contract.listRejections, (scope, { params, query }) =>
    pageOfRejections(scope, params.importId, query),
  );
  serve.inTenant(contract.listOmissions, (scope, { params, query }) => pageOfOmissions(scope, params.importId, query));
}

export const IMPORT_UPLOADS: readonly UploadRoute[] = [
  {
    path: contract.uploadImport.path,
    maxMegabytes: LARGEST_IMPORT_MEGABYTES,
    store: (ctx, tenantId, file, query) => receiveFile(ctx, tenantId, file, { query, correct: startCorrection }),
  },
];
