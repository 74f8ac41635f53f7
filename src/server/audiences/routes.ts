import { listFlowChoices } from '#contract/audience-choices.ts';
import { withTenant } from '#server/platform/db.ts';
import type { Serve } from '#server/platform/serve.ts';
import { listChoices } from './choice-reads.ts';

export function serveAudiences(serve: Serve): void {
  serve(listFlowChoices, (ctx) => withTenant(ctx.db, ctx.tenantId, listChoices));
}
