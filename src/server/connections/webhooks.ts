import { hash } from 'node:crypto';
import type { WebhookPayload, WebhookSource, WebhookSourceFinder } from '#server/platform/webhook-intake.ts';
import { prepareJob } from '#server/platform/jobs.ts';
import { digest, sameSecret } from '#server/platform/vault.ts';
import { readPayloadsJob } from './jobs.ts';
import type { SourceProvider } from './port.ts';
import { listWebhookConnections } from './queries.ts';

/**
 * Takes what outside systems post: `/hooks/<kind>/<secret>`. Payloads of booking systems are not signed; the secret in
 * the path is all there is, so nothing in them is believed but what to look at. A system that sends a token of ours
 * along is refused without it.
 */
export function connectionWebhooks({ kind, bookings }: SourceProvider): WebhookSourceFinder {
  return {
    async find(scope, asked) {
      const connections = await listWebhookConnections(scope, kind, asked);
      return new Map(
        connections.map(({ tenantId, id, secretHash, tokenHash }): [string, WebhookSource] => [
          secretHash.toString('hex'),
          {
            id,
            verify: ({ headers }) => tokenHash === null || sameSecret(digest(tokenOf(headers)), tokenHash),
            job: prepareJob(readPayloadsJob, { tenantId, connectionId: id, kind, hasWaited: false }),
            ...(bookings && {
              dedupeKey: (payload: WebhookPayload) => payloadKey(payload, bookings.isTimed(payload.body)),
            }),
          },
        ]),
      );
    },
  };
}

/**
 * A payload that says when the change was made is the same as one that says the same. One that does not may be about
 * another change, however alike: it only says what to look at, and looking again does no harm.
 */
function payloadKey({ body, receivedAt }: WebhookPayload, isTimed: boolean): string {
  const key = hash('sha256', body, 'base64url');
  return isTimed ? key : `${key}:${receivedAt.epochMilliseconds}`;
}

/** What came in the Authorization header, with or without its `Bearer`. */
function tokenOf({ authorization = '' }: Record<string, string>): string {
  return authorization.replace(/^Bearer\s+/i, '').trim();
}
