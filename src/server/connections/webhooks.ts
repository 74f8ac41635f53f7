import { hash } from 'node:crypto';
import type { ConnectionKind } from '#contract/connections.ts';
import type { WebhookSourceFinder, WebhookPayload, WebhookSource } from '#server/platform/webhook-intake.ts';
import { prepareJob } from '#server/platform/jobs.ts';
import { sameSecret, digest } from '#server/platform/vault.ts';
import { readOrderPayloadsJob, readPayloadJob } from './jobs.ts';
import { listWebhookConnections } from './queries.ts';
import { POLLED_RESOURCE } from './rules.ts';

/**
 * Takes what booking systems and systems of orders post: `/hooks/<kind>/<secret>`. Posts of booking systems are not
 * signed; the secret in the path is all there is, so nothing in them is believed but what to look at. A system that
 * sends a token of ours along is refused without it.
 */
export function connectionWebhooks(kind: ConnectionKind): WebhookSourceFinder {
  return {
    async find(scope, asked) {
      const connections = await listWebhookConnections(scope, kind, asked);
      return new Map(
        connections.map(({ tenantId, id, secretHash, tokenHash }): [string, WebhookSource] => [
          secretHash.toString('hex'),
          {
            id,
            verify: ({ headers }) => tokenHash === null || sameSecret(digest(tokenOf(headers)), tokenHash),
            job:
              POLLED_RESOURCE[kind] === 'orders'
                ? prepareJob(readOrderPayloadsJob, { tenantId, connectionId: id })
                : prepareJob(readPayloadJob, { tenantId, connectionId: id, hasWaited: false }),
            ...(POLLED_RESOURCE[kind] === 'visits' && { dedupeKey: payloadKey }),
          },
        ]),
      );
    },
  };
}

/**
 * A post that says when the change was made is the same as one that says the same. One that does not may be about another
 * change, however alike: it only says what to look at, and looking again does no harm.
 */
function payloadKey({ body, receivedAt }: WebhookPayload): string {
  const key = hash('sha256', body, 'base64url');
  return body.includes('"last_change_date":"') ? key : `${key}:${receivedAt.epochMilliseconds}`;
}

/** What came in the Authorization header, with or without its `Bearer`. */
function tokenOf({ authorization = '' }: Record<string, string>): string {
  return authorization.replace(/^Bearer\s+/i, '').trim();
}
