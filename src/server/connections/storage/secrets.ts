import { z } from 'zod';
import type { ConnectionKind } from '#contract/connections/calls.ts';
import { MarketplaceKind } from '#contract/connections/marketplace.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { Context } from '#server/platform/context/context.ts';
import type { Credentials, Webhook } from '#server/connections/port.ts';

/** The sealed secrets of a connection: our own, and the vendor's under the names its provider gives them. */
const Sealed = z
  .object({
    webhookSecret: z.string(),
    webhookToken: z.string().optional(),
    systemUserOf: MarketplaceKind.optional(),
  })
  .catchall(z.string());

export type Secrets = {
  credentials: Credentials;
  /** Part of the webhook's path, which is shown to be entered by hand. */
  webhookSecret: string;
  /** The token the vendor sends with its payloads; null where it sends none. */
  webhookToken: string | null;
};

type Vault = Pick<Context, 'vault'>;
type VaultAndConfig = Pick<Context, 'vault' | 'config'>;

export function openSecrets({ vault, config }: VaultAndConfig, tenantId: TenantId, box: Buffer): Secrets {
  const { webhookSecret, webhookToken = null, systemUserOf, ...credentials } = Sealed.parse(vault.open(tenantId, box));
  return {
    webhookSecret,
    webhookToken,
    credentials: systemUserOf ? systemCredentials({ config }, systemUserOf) : credentials,
  };
}

export function sealSecrets(
  { vault }: Vault,
  tenantId: TenantId,
  { credentials, webhookSecret, webhookToken }: Secrets,
): Buffer {
  return vault.seal(tenantId, { ...credentials, webhookSecret, ...(webhookToken !== null && { webhookToken }) });
}

/** Seals the secrets of a connection that our system user reads; its token is in the configuration. */
export function sealSystemSecrets(
  { vault }: Vault,
  tenantId: TenantId,
  { systemUserOf, webhookSecret }: { systemUserOf: MarketplaceKind; webhookSecret: string },
): Buffer {
  return vault.seal(tenantId, { webhookSecret, systemUserOf });
}

/** Returns the credentials of our system user in a vendor's marketplace. */
export function systemCredentials({ config }: Pick<Context, 'config'>, kind: MarketplaceKind): Credentials {
  return { userToken: config.marketplace[kind].systemUserToken ?? '' };
}

/** Returns the URL the vendor must post to and the token it must send. */
export function webhookOf(
  { config }: Pick<Context, 'config'>,
  kind: ConnectionKind,
  { webhookSecret, webhookToken }: Pick<Secrets, 'webhookSecret' | 'webhookToken'>,
): Webhook {
  return { url: `${config.publicUrl}/hooks/${kind}/${webhookSecret}`, token: webhookToken ?? '' };
}
