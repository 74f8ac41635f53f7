import * as contract from '#contract/announcements/calls.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import {
  changeAnnouncement,
  createAnnouncement,
  listAllAnnouncements,
  listAnnouncements,
  readAnnouncements,
} from './actions.ts';

export function serveAnnouncements(serve: Serve): void {
  serve(contract.listAllAnnouncements, (ctx, { query }) => listAllAnnouncements(ctx, query));
  serve(contract.createAnnouncement, (ctx, { body }) => createAnnouncement(ctx, body));
  serve(contract.changeAnnouncement, (ctx, { params, body }) => changeAnnouncement(ctx, params.announcementId, body));
  serve.inTenant(contract.listAnnouncements, (scope, { query }) => listAnnouncements(scope, query));
  serve.inTenant(contract.readAnnouncements, async (scope) => {
    await readAnnouncements(scope);
    return {};
  });
}
