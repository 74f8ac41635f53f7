import { getPolicyReport, previewContactPolicy } from '#contract/policy.ts';
import { withTenant } from '#server/platform/db.ts';
import type { Serve } from '#server/platform/serve.ts';
import { previewPolicy } from './effect.ts';
import { reportPolicy } from './report.ts';

/** Binds the calls about the effect of the contact policy on the messages of flows. */
export function serveFlowPolicy(serve: Serve): void {
  serve(previewContactPolicy, (ctx, { body }) =>
    withTenant(ctx.db, ctx.tenantId, (scope) => previewPolicy(ctx, scope, body)),
  );
  serve(getPolicyReport, (ctx) => withTenant(ctx.db, ctx.tenantId, (scope) => reportPolicy(ctx, scope)));
}
