import * as contract from '#contract/policy.ts';
import { withTenant } from '#server/platform/db.ts';
import type { Serve } from '#server/platform/serve.ts';
import { setContactPolicy } from './actions.ts';
import type { PolicySenders } from './port.ts';
import { getContactPolicy } from './reads.ts';

export function servePolicy(serve: Serve, senders: PolicySenders): void {
  serve(contract.getContactPolicy, (ctx) => withTenant(ctx.db, ctx.tenantId, getContactPolicy));
  serve(contract.setContactPolicy, (ctx, { body }) => setContactPolicy(ctx, senders, body));
}
