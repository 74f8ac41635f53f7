import * as contract from '#contract/links/calls.ts';
import * as qrPages from '#contract/links/qr-pages.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import {
  createShortLink,
  deleteShortLink,
  getShortLink,
  listShortLinks,
  restoreShortLink,
  saveShortLink,
} from './link-actions.ts';
import {
  createQrPage,
  deleteQrPage,
  getQrPage,
  getQrPageVisits,
  listQrPages,
  restoreQrPage,
  saveQrPage,
} from './page-actions.ts';
import { getLinkClicks, getLinkFigures, listLinkContacts } from './statistics-actions.ts';

export function serveLinks(serve: Serve): void {
  serve.inTenant(contract.listShortLinks, (scope, { query }) => listShortLinks(scope, query));
  serve.inTenant(contract.createShortLink, (scope, { body }) => createShortLink(scope, body));
  serve.inTenant(contract.getLinkFigures, getLinkFigures);
  serve.inTenant(contract.getShortLink, (scope, { params }) => getShortLink(scope, params.linkId));
  serve.inTenant(contract.saveShortLink, (scope, { params, body }) => saveShortLink(scope, params.linkId, body));
  serve.inTenant(contract.deleteShortLink, async (scope, { params }) => {
    await deleteShortLink(scope, params.linkId);
    return {};
  });
  serve.inTenant(contract.restoreShortLink, (scope, { params }) => restoreShortLink(scope, params.linkId));
  serve.inTenant(contract.getLinkClicks, (scope, { params, query }) => getLinkClicks(scope, params.linkId, query));
  serve.inTenant(contract.listLinkContacts, (scope, { params, query }) =>
    listLinkContacts(scope, params.linkId, query),
  );
  serve.inTenant(qrPages.listQrPages, (scope, { query }) => listQrPages(scope, query));
  serve.inTenant(qrPages.createQrPage, (scope, { body }) => createQrPage(scope, body));
  serve.inTenant(qrPages.getQrPage, (scope, { params }) => getQrPage(scope, params.pageId));
  serve.inTenant(qrPages.saveQrPage, (scope, { params, body }) => saveQrPage(scope, params.pageId, body));
  serve.inTenant(qrPages.deleteQrPage, async (scope, { params }) => {
    await deleteQrPage(scope, params.pageId);
    return {};
  });
  serve.inTenant(qrPages.restoreQrPage, (scope, { params }) => restoreQrPage(scope, params.pageId));
  serve.inTenant(qrPages.getQrPageVisits, (scope, { params, query }) => getQrPageVisits(scope, params.pageId, query));
}
