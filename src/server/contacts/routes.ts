import * as contract from '#contract/contacts.ts';
import { withTenant } from '#server/platform/db.ts';
import type { Serve } from '#server/platform/serve.ts';
import { optOutContact, updateContact } from './card-actions.ts';
import { addOptOuts, optOutByLink, readIgnoreLink, removeOptOut, restoreOptOut } from './list-actions.ts';
import { countOptOuts, listOptOuts } from './list-queries.ts';

export function serveContacts(serve: Serve): void {
  serve(contract.updateContact, (ctx, { params, body }) => updateContact(ctx, params.contactId, body));
  serve(contract.optOutContact, (ctx, { params, body }) => optOutContact(ctx, params.contactId, body));
  serve(contract.listOptOuts, (ctx, { query }) =>
    withTenant(ctx.db, ctx.tenantId, async (scope) => ({
      ...(await listOptOuts(scope, query)),
      count: await countOptOuts(scope, query),
    })),
  );
  serve(contract.addOptOuts, (ctx, { body }) => addOptOuts(ctx, body));
  serve(contract.liftOptOut, async (ctx, { params }) => {
    await removeOptOut(ctx, params.optOutId);
    return {};
  });
  serve(contract.restoreOptOut, async (ctx, { params }) => {
    await restoreOptOut(ctx, params.optOutId);
    return {};
  });
  serve(contract.readIgnoreLink, (ctx, { params }) => readIgnoreLink(ctx, params.encUserGuid));
  serve(contract.optOutByLink, (ctx, { params, body }) => optOutByLink(ctx, params.encUserGuid, body.isOptedOut));
}
