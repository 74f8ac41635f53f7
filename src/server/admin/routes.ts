import * as contract from '#contract/admin/calls.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { changeAdminUser, getAdminUser, listAdminUsers } from './actions.ts';

export function serveAdmin(serve: Serve): void {
  serve(contract.listAdminUsers, (ctx, { query }) => listAdminUsers(ctx, query));
  serve(contract.getAdminUser, (ctx, { params }) => getAdminUser(ctx, params.userId));
  serve(contract.changeAdminUser, (ctx, { params, body }) => changeAdminUser(ctx, params.userId, body));
}
