import { hash } from 'node:crypto';
import { connectionKind } from '#contract/connections/kinds.ts';
import type { Context } from '#server/platform/context/context.ts';
import type { WebhookPayload, WebhookSource, WebhookSourceFinder } from '#server/platform/webhooks/webhook-intake.ts';
import { prepareJob } from '#server/platform/jobs.ts';
import { digest, sameSecret } from '#server/platform/secrets/vault.ts';
import { readPayloadsJob } from './jobs.ts';
import type { SourceProvider } from './port.ts';
import type { PayloadSignature } from './signature-port.ts';
import { listAccountIds, listWebhookConnections } from './storage/queries.ts';
import { countSignatureFailures, listSigningSecrets, openSigningSecret } from './storage/signing-queries.ts';

/**
 * Receives the payloads of outside systems: `/hooks/<kind>/<secret>`. Payloads of booking systems are not signed; the
 * secret in the path is the only proof, so a payload only names a record to read again. A system that sends a token of
 * ours is refused without it. Where a system signs, a signature that does not match is refused, counted, and shown with
 * the connection; so is the account of another connection that posts to the address.
 */
export function connectionWebhooks(
  { kind, bookings, signature, deliveryOf, accountOf }: SourceProvider,
  { vault }: Pick<Context, 'vault'>,
): WebhookSourceFinder {
  return {
    async find(scope, addresses) {
      const connections = await listWebhookConnections(scope, kind, addresses);
      const accounts = accountOf ? await listAccountIds(scope, connections) : new Map<string, string[]>();
      const boxes = signature ? await listSigningSecrets(scope, connections) : new Map<string, null[]>();
      return new Map(
        connections.map(({ tenantId, id, secretHash, tokenHash, verifiesSignatures }): [string, WebhookSource] => [
          secretHash.toString('hex'),
          {
            id,
            provider: kind,
            verify(payload) {
              if (tokenHash !== null && !sameSecret(digest(tokenOf(payload.headers)), tokenHash)) return false;
              if (!signature || !verifiesSignatures) return true;
              const secrets = (boxes.get(id) ?? []).map((box) => box && openSigningSecret(vault, tenantId, box));
              return isSigned(signature, payload, { secrets, isAlways: connectionKind(kind).signsAlways ?? false });
            },
            ...(accountOf && {
              foreignAccount({ headers }: WebhookPayload) {
                const account = accountOf(headers) ?? '—';
                return accounts.get(id)?.includes(account) ? null : account;
              },
            }),
            job: prepareJob(readPayloadsJob, { tenantId, connectionId: id, kind, hasWaited: false }),
            ...(bookings && {
              dedupeKey: (payload: WebhookPayload) => payloadKey(payload, bookings.isTimed(payload.body)),
            }),
            ...(deliveryOf && {
              dedupeKey: ({ headers, body }: WebhookPayload) =>
                hash('sha256', deliveryOf(headers) ?? body, 'base64url'),
            }),
          },
        ]),
      );
    },
    ...(signature && { recordUnverified: countSignatureFailures }),
  };
}

/**
 * Whether one of the secrets has signed a payload. While none is known, the path is the proof; a payload without a
 * signature is taken where something of the connection posts without one.
 *
 * @param signing.secrets null: of what posts without a signature
 * @param signing.isAlways nothing is taken without a signature
 */
function isSigned(
  signature: PayloadSignature,
  payload: WebhookPayload,
  { secrets, isAlways }: { secrets: readonly (string | null)[]; isAlways: boolean },
): boolean {
  const known = secrets.filter((secret) => secret !== null);
  if (known.length === 0) return !isAlways;
  if (!signature.isPresent(payload.headers)) return !isAlways && known.length < secrets.length;
  return known.some((secret) => signature.matches(payload, secret));
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
