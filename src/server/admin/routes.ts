import * as contract from '#contract/admin.ts';
import type { Serve } from '#server/platform/serve.ts';
import { changeAdminPerson, getAdminPerson, listAdminPeople } from './actions.ts';

export function serveAdmin(serve: Serve): void {
  serve(contract.listAdminUsers, (ctx, { query }) => listAdminPeople(ctx, query));
  serve(contract.getAdminUser, (ctx, { params }) => getAdminPerson(ctx, params.userId));
  serve(contract.changeAdminUser, (ctx, { params, body }) => changeAdminPerson(ctx, params.userId, body));
}
