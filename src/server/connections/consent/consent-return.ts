import type { FastifyInstance } from 'fastify';
import { CONSENT_KINDS, connectionKind } from '#contract/connections/kinds.ts';
import type { Context } from '#server/platform/context/context.ts';
import { originOfState } from './consent-states.ts';

const RETURN_PATHS: readonly string[] = CONSENT_KINDS.map((kind) => `${connectionKind(kind).page}/connect`);

/** Added to an address that was led on, so that it is led on once. */
const LED_ON = 'ledOn';

/**
 * Leads a member on to the address that they left from: a system returns all of them to the one that is entered in the
 * settings of our integration, where those of other brands are not signed in.
 */
export function serveConsentReturn(app: FastifyInstance, { vault }: Pick<Context, 'vault'>): void {
  app.addHook('onRequest', async (request, reply) => {
    const [path = '', search = ''] = request.url.split('?');
    if (request.method !== 'GET' || !RETURN_PATHS.includes(path)) return;
    const query = new URLSearchParams(search);
    const origin = originOfState(vault, query.get('state') ?? '');
    if (origin === null || query.has(LED_ON) || new URL(origin).host === request.host) return;
    query.set(LED_ON, '1');
    await reply.redirect(`${origin}${path}?${query}`, 302);
  });
}
