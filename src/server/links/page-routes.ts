import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { refuseVisitors, serveVisitorPages } from '#server/platform/visitors/visitor-pages.ts';
import { gonePage } from '#server/tenants/gone-page-reads.ts';
import { targetLimits } from './link-actions.ts';
import type { Lookup } from './lookup.ts';
import { buttonCode, openPage } from './page-actions.ts';
import { qrPage } from './page-view.ts';
import type { Recording } from './recording.ts';
import { leadTo, PLAIN_ROUTE, showGone } from './redirect-routes.ts';
import { isStopped } from './target-rules.ts';

/** Serves `/q/{code}`, the page behind a QR code, and the addresses of its buttons. */
export function serveQrPages(
  app: FastifyInstance,
  ctx: Context,
  { lookup, recording }: { lookup: Lookup; recording: Recording },
): void {
  const limits = targetLimits(ctx.config);
  const find = async (typed: string) => {
    const code = typed.toLowerCase();
    const tenantId = await lookup.findTenant(code);
    const page = tenantId && (await withTenant(ctx, tenantId, (scope) => openPage(scope, code)));
    return tenantId && page ? { tenantId, page } : null;
  };
  serveVisitorPages(app, ctx, (pages) => {
    pages.get('/q/:code', async ({ params, language, raw }) => {
      const found = await find(params['code'] ?? '');
      if (!found) return gonePage(language);
      const { tenantId, page } = found;
      recording.add({ tenantId, code: page.code, personal: null }, raw);
      const [path = ''] = raw.url.split('?');
      return qrPage(page, { language, base: path.endsWith('/') ? '' : `${page.code}/` });
    });
  });
  app.get('/q/:code/:button', { ...PLAIN_ROUTE, errorHandler: refuseVisitors(ctx) }, async (request, reply) => {
    const { code = '', button = '' } = request.params as Record<string, string>; // NOTE: the path's own parameters
    const found = await find(code);
    const pressed = found?.page.buttons.find(({ path }) => path === button.toLowerCase());
    if (!found || !pressed || isStopped(pressed.target, limits)) return showGone(request, reply);
    const { tenantId, page } = found;
    recording.add({ tenantId, code: buttonCode(page.code, pressed.button), personal: null }, request);
    return leadTo(reply, pressed.target);
  });
}
