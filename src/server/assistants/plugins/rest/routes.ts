import * as contract from '#contract/assistants/rest.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { listSecrets, setSecret } from './secret-actions.ts';
import { tryCall } from './trial-actions.ts';

/** Binds the calls about requests to systems of the owner. */
export function serveRest(serve: Serve): void {
  serve.inTenant(contract.listRestSecrets, (scope, { params }) => listSecrets(scope, params.assistantId));
  serve.inTenant(contract.putRestSecret, (scope, { params, body }) => setSecret(scope, params.assistantId, body));
  serve(contract.tryRestCall, (ctx, { params, body }) => tryCall(ctx, params.assistantId, body));
}
