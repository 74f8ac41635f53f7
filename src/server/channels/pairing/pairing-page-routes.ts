import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { tenantOfToken } from '#server/platform/secrets/tenant-token.ts';
import { serveVisitorPages, type VisitorPage, type VisitorRequest } from '#server/platform/visitors/visitor-pages.ts';
import { publicAppearance } from '#server/tenants/actions.ts';
import { readPairing } from './pairing.ts';
import { codePage, linkPage, overPage } from './pairing-page-html.ts';
import { findLinked, openPairingLink, PAIRING_PATH } from './pairing-links.ts';
import type { ChannelProviders } from '#server/channels/port.ts';

const PATH = `${PAIRING_PATH}/:token`;
const Params = z.object({ token: z.string().max(300).catch('') });

/**
 * Serves the page where another person scans the code of a pairing. A link works once: the device that presses its
 * button goes on to a page of its own. Reading the link changes nothing, so that previews of it do not use it up.
 */
export function servePairingPage(app: FastifyInstance, ctx: Context, providers: ChannelProviders): void {
  serveVisitorPages(app, ctx, (pages) => {
    pages.get(PATH, (request) => show({ ...ctx, providers }, request));
    pages.post(PATH, async (request) => {
      const { token, tenantId } = tokenOf(request);
      const opened = await withTenant(ctx, tenantId, (scope) => openPairingLink(scope, token));
      return { redirect: opened ?? token };
    });
  });
}

async function show(ctx: Context & { providers: ChannelProviders }, request: VisitorRequest): Promise<VisitorPage> {
  const { token, tenantId } = tokenOf(request);
  const { session, appearance } = await withTenant(ctx, tenantId, async (scope) => ({
    session: await findLinked(scope, token),
    appearance: await publicAppearance(scope),
  }));
  const drawn = { language: request.language, appearance, now: ctx.clock.now() };
  if (!session) return overPage(drawn);
  if (session.linkOpenedAt === null) return linkPage(drawn, token);
  return codePage(drawn, await readPairing(ctx, tenantId, session.channelId));
}

function tokenOf({ params }: VisitorRequest): { token: string; tenantId: TenantId } {
  const { token } = Params.parse(params);
  const tenantId = tenantOfToken(token);
  if (!tenantId) throw new Problem('request.not_found');
  return { token, tenantId };
}
