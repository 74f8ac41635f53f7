import type { FastifyInstance } from 'fastify';
import { tokenInPath } from './partner-connecting.ts';

const RETURN_PAGE = '/accounts/connected';

/** Leads from `/{token}{accountId}`, where a provider's page returns, to the page of the cabinet that finishes. */
export function servePartnerReturn(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const [path = '', search] = request.url.split('?');
    const token = request.method === 'GET' ? tokenInPath(path) : null;
    // Any other policy parts the window from the page that opened it, and the window could not be closed.
    if (token !== null || path === RETURN_PAGE) reply.header('cross-origin-opener-policy', 'unsafe-none');
    if (token === null) return;
    const given = new URLSearchParams(search);
    const query = new URLSearchParams({ token });
    for (const name of ['client', 'channels']) query.set(name, given.get(name) ?? '');
    await reply.redirect(`${RETURN_PAGE}?${query}`, 302);
  });
}
