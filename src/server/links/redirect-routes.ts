import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#server/platform/context.ts';
import { isAfter } from '#server/platform/instant-rules.ts';
import { refuseVisitors } from '#server/platform/visitor-pages.ts';
import type { KnownLink, Lookup } from './lookup.ts';
import type { Recording } from './recording.ts';
import { isBlocked, withUtm } from './target-rules.ts';

/** Options of a route whose answer is empty and frequent. */
export const PLAIN_ROUTE = {
  helmet: false as const, // NOTE: an empty answer is not shown, so it needs no security headers
  childLoggerFactory: (log: FastifyBaseLogger) => log, // NOTE: a logger per request costs as much as its answer
};

/**
 * Serves `/to/{encodedId}/`: redirects to the target of a link, on any host. The request is recorded after the answer;
 * reading changes nothing but the counts, so that previews use nothing up.
 */
export function serveRedirects(
  app: FastifyInstance,
  ctx: Context,
  { lookup, recording }: { lookup: Lookup; recording: Recording },
): void {
  app.get('/to/:encodedId', { ...PLAIN_ROUTE, errorHandler: refuseVisitors(ctx) }, async (request, reply) => {
    const { encodedId = '' } = request.params as Record<string, string>; // NOTE: the path's own parameter
    const found = await lookup.find(encodedId);
    if (!found || hasEnded(found, ctx)) return showGone(request, reply);
    const { tenantId, code, countedCode, messageId } = found;
    recording.add({ tenantId, code: countedCode, personal: messageId ? { code, messageId } : null }, request);
    return leadTo(reply, withUtm(found.target, found.utm));
  });
}

/** Leads on, by a redirect that nobody stores: the target may change. */
export function leadTo(reply: FastifyReply, location: string): FastifyReply {
  return reply.code(302).headers({ location, 'cache-control': 'no-store' }).send();
}

/** Whether a link leads nowhere now: it expired, or its target's host was blocked after it was made. */
function hasEnded({ expiresAt, target }: KnownLink, { config, clock }: Context): boolean {
  if (expiresAt && !isAfter(expiresAt, clock.now())) return true;
  return config.linkBlockedHosts.length > 0 && isBlocked(new URL(target).hostname, config.linkBlockedHosts);
}

/** Leads to the page for a link that leads nowhere; by a relative address, which keeps a path that stands before ours. */
export function showGone({ url }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = ''] = url.split('?');
  const depth = path.split('/').length - 2;
  const location = `${'../'.repeat(depth)}widget/404`;
  return reply.code(303).headers({ location, 'cache-control': 'no-store' }).send();
}
