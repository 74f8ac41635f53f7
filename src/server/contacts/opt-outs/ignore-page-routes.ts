import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { OptOutScope } from '#contract/contacts/calls.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { serveVisitorPages, type VisitorRequest } from '#server/platform/visitors/visitor-pages.ts';
import { describeIgnoreLink, optOutByLink } from './ignore-link-actions.ts';
import { ignorePage, invalidIgnorePage } from './ignore-page.ts';
import { readIgnoreToken } from '#server/contacts/book/link-actions.ts';

const PATH = '/il/:encUserGuid';

const Params = z.object({ encUserGuid: z.string().max(300) });
const PageRequest = z.object({ request: z.enum(['stop', 'allow']), scope: OptOutScope.default('all') });

/** Serves the page where a contact stops messages. */
export function serveIgnorePage(app: FastifyInstance, ctx: Context): void {
  serveVisitorPages(app, ctx, (pages) => {
    pages.get(PATH, async (request) => {
      const found = tokenOf(ctx, request);
      const link =
        found && (await withTenant(ctx, found.tenantId, (scope) => describeIgnoreLink(scope, found.contactId)));
      return link ? ignorePage(link) : invalidIgnorePage(request.language);
    });
    pages.post(PATH, async (request) => {
      const found = tokenOf(ctx, request);
      const form = PageRequest.safeParse(request.form);
      if (!found) return invalidIgnorePage(request.language);
      if (!form.success) throw new Problem('request.invalid');
      const stopped = form.data.request === 'stop' ? form.data.scope : null;
      const { tenantId, contactId } = found;
      const isThere = await withTenant(ctx, tenantId, (scope) => optOutByLink(scope, contactId, stopped));
      if (!isThere) return invalidIgnorePage(request.language);
      return { redirect: encodeURIComponent(Params.parse(request.params).encUserGuid) };
    });
  });
}

function tokenOf(ctx: Context, { params }: VisitorRequest) {
  const token = Params.safeParse(params).data?.encUserGuid;
  return token === undefined ? null : readIgnoreToken(ctx, token);
}
