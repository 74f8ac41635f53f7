import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#server/platform/context/context.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { asLocation } from '#server/platform/values/location-rules.ts';
import { refuseVisitors } from '#server/platform/visitors/visitor-pages.ts';
import { targetLimits } from './link-actions.ts';
import type { KnownLink, Lookup } from './lookup.ts';
import type { Recording } from './recording.ts';
import { isStopped, withUtm } from './target-rules.ts';

/** Options of a route whose answer is empty and frequent. */
export const PLAIN_ROUTE = {
  helmet: false as const, // NOTE: an empty answer is not shown, so it needs no security headers
  childLoggerFactory: (log: FastifyBaseLogger) => log, // NOTE: a logger per request costs as much as its answer
};

/**
 * Serves `/to/{encodedId}/`: redirects to the target of a link, on any host, unless it may not be followed any more. The
 * request is recorded after the answer; reading changes nothing but the counts, so that previews use nothing up.
 */
export function serveRedirects(
  app: FastifyInstance,
  ctx: Context,
  { lookup, recording }: { lookup: Lookup; recording: Recording },
): void {
  const limits = targetLimits(ctx.config);
  app.get('/to/:encodedId', { ...PLAIN_ROUTE, errorHandler: refuseVisitors(ctx) }, async (request, reply) => {
    const { encodedId = '' } = request.params as Record<string, string>; // NOTE: the path's own parameter
    const found = await lookup.find(encodedId);
    if (!found || hasExpired(found, ctx) || isStopped(found.target, limits)) return showGone(request, reply);
    const { tenantId, code, countedCode, messageId } = found;
    recording.add({ tenantId, code: countedCode, personal: messageId ? { code, messageId } : null }, request);
    return leadTo(reply, withUtm(found.target, found.utm));
  });
}

/** Leads on, by a redirect that nobody stores: the target may change. */
export function leadTo(reply: FastifyReply, location: string): FastifyReply {
  return reply
    .code(302)
    .headers({ location: asLocation(location), 'cache-control': 'no-store' })
    .send();
}

function hasExpired({ expiresAt }: KnownLink, { clock }: Context): boolean {
  return expiresAt !== null && !isAfter(expiresAt, clock.now());
}

/** Leads to the page for a link that leads nowhere; by a relative address, which keeps a path that stands before ours. */
export function showGone({ url }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = ''] = url.split('?');
  const depth = path.split('/').length - 2;
  const location = `${'../'.repeat(depth)}widget/404`;
  return reply.code(303).headers({ location, 'cache-control': 'no-store' }).send();
}
