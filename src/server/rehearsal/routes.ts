import { listConflicts } from '#contract/policy.ts';
import * as contract from '#contract/rehearsal.ts';
import { withTenant } from '#server/platform/db.ts';
import type { Serve } from '#server/platform/serve.ts';
import { cancelRehearsal, describeRehearsal, listRows, startRehearsal } from './actions.ts';
import { describeConflicts } from './conflicts.ts';
import { pageOfRehearsals } from './list.ts';

export function serveRehearsal(serve: Serve): void {
  serve(contract.startRehearsal, (ctx, { body }) => startRehearsal(ctx, body));
  serve(contract.listRehearsals, (ctx, { query }) =>
    withTenant(ctx.db, ctx.tenantId, (scope) => pageOfRehearsals(scope, query)),
  );
  serve(contract.getRehearsal, (ctx, { params }) => describeRehearsal(ctx, params.rehearsalId));
  serve(contract.cancelRehearsal, (ctx, { params }) => cancelRehearsal(ctx, params.rehearsalId));
  serve(contract.listRehearsalRows, (ctx, { params, query }) => listRows(ctx, params.rehearsalId, query));
  serve(listConflicts, (ctx, { query }) =>
    withTenant(ctx.db, ctx.tenantId, (scope) => describeConflicts(ctx, scope, query.flowId ?? null)),
  );
}
