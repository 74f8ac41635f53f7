import { hash } from 'node:crypto';
import type { WebhookPayload, WebhookSource, WebhookSourceFinder } from '#server/platform/webhooks/webhook-intake.ts';
import { prepareJob } from '#server/platform/jobs.ts';
import { digest, sameSecret } from '#server/platform/secrets/vault.ts';
import { readPayloadsJob } from './jobs.ts';
import type { SourceProvider } from './port.ts';
import { listWebhookConnections } from './storage/queries.ts';

/**
 * Receives the payloads of outside systems: `/hooks/<kind>/<secret>`. Payloads of booking systems are not signed; the
 * secret in the path is the only proof, so a payload only names a record to read again. A system that sends a token of
 * ours is refused without it.
 */
export function connectionWebhooks({ kind, bookings }: SourceProvider): WebhookSourceFinder {
  return {
    async find(scope, addresses) {
      const connections = await listWebhookConnections(scope, kind, addresses);
      return new Map(
        connections.map(({ tenantId, id, secretHash, tokenHash }): [string, WebhookSource] => [
          secretHash.toString('hex'),
          {
            id,
            provider: kind,
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
 * Builds the key of duplicates. Payloads that contain the time of the change are duplicates when equal. Payloads that
 * do not may be about different changes, however alike: they only name a record, and reading it again is harmless.
 */
function payloadKey({ body, receivedAt }: WebhookPayload, isTimed: boolean): string {
  const key = hash('sha256', body, 'base64url');
  return isTimed ? key : `${key}:${receivedAt.epochMilliseconds}`;
}

/** Returns the Authorization header without its optional `Bearer` or `Token`. */
function tokenOf({ authorization = '' }: Record<string, string>): string {
  return authorization.replace(/^(?:Bearer|Token)\s+/i, '').trim();
}
