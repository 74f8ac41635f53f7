import { z } from 'zod';
import type { ConnectionKind } from '#contract/connections.ts';
import { MarketplaceKind } from '#contract/marketplace.ts';
import type { TenantId } from '#contract/tenants.ts';
import type { Context } from '#server/platform/context.ts';

/** What is sealed with a connection: the vendor's secrets, and ours in the webhook's path, which is shown to be entered by hand. */
const Secrets = z.object({
  userToken: z.string(),
  userName: z.string(),
  webhookSecret: z.string(),
  /** Connected in this vendor's marketplace: the token is that of our system user, which the configuration has. */
  systemUserOf: MarketplaceKind.optional(),
});
export type Secrets = Omit<z.infer<typeof Secrets>, 'systemUserOf'>;

export function openSecrets(
  { vault, config }: Pick<Context, 'vault' | 'config'>,
  tenantId: TenantId,
  box: Buffer,
): Secrets {
  const { systemUserOf, ...secrets } = Secrets.parse(vault.open(tenantId, box));
  if (!systemUserOf) return secrets;
  return { ...secrets, userToken: config.marketplace[systemUserOf].systemUserToken ?? '' };
}

/** What is sealed for a connection that our system user reads. */
export function sealSystemSecrets(
  { vault }: Pick<Context, 'vault'>,
  tenantId: TenantId,
  { systemUserOf, webhookSecret }: { systemUserOf: MarketplaceKind; webhookSecret: string },
): Buffer {
  return vault.seal(tenantId, { userToken: '', userName: '', webhookSecret, systemUserOf });
}

/** What every connection has of its secrets: ours in the webhook's path, and what the vendor sends along where it does. */
const WebhookSecrets = z.object({ webhookSecret: z.string(), webhookToken: z.string().optional() });

export function openWebhookSecrets({ vault }: Pick<Context, 'vault'>, tenantId: TenantId, box: Buffer) {
  return WebhookSecrets.parse(vault.open(tenantId, box));
}

/** Where the vendor must post. */
export function webhookUrlOf({ config }: Pick<Context, 'config'>, kind: ConnectionKind, secret: string): string {
  return `${config.publicUrl}/hooks/${kind}/${secret}`;
}
