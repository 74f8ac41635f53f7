import type { TenantId } from '#contract/tenants/ids.ts';
import type { WebhookPayload } from '#server/platform/webhooks/webhook-intake.ts';
import type { Webhook } from './port.ts';

/** A signature by a secret that the vendor issues for each address it posts to. */
export type PayloadSignature = {
  isPresent(headers: Readonly<Record<string, string>>): boolean;
  /** Also false where the payload is too old. */
  matches(payload: WebhookPayload, secret: string): boolean;
};

/**
 * Keeps the secrets by which a vendor signs its payloads, sealed.
 *
 * @property save `webhook` is where the vendor posts to; `object` names what posts, e.g. `webhook:1`; `secret` is null
 *   where it does not sign
 */
export type SigningSecrets = {
  save(tenantId: TenantId, webhook: Webhook, signer: { object: string; secret: string | null }): Promise<void>;
};
