import { changeFlows } from '#contract/flows/bulk.ts';
import { findFlowTexts, replaceFlowTexts } from '#contract/flows/texts.ts';
import { rollBackFlows } from '#contract/flows/versions.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { changeMany } from './changing-actions.ts';
import { findTexts, replaceTexts } from './replacing-actions.ts';
import { rollBackMany } from './rollback-actions.ts';

/** Binds the calls that change many flows at once. */
export function serveBulk(serve: Serve): void {
  serve(changeFlows, (ctx, { body }) => changeMany(ctx, body));
  serve.inTenant(rollBackFlows, (scope, { body }) => rollBackMany(scope, body));
  serve.inTenant(findFlowTexts, (scope, { body }) => findTexts(scope, body));
  serve.inTenant(replaceFlowTexts, (scope, { body }) => replaceTexts(scope, body));
}
