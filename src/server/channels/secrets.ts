import { z } from 'zod';
import type { ChannelKind } from '#contract/channels.ts';
import type { TenantId } from '#contract/tenants.ts';
import type { Context } from '#server/platform/context.ts';
import { newTenantToken } from '#server/platform/tenant-token.ts';
import { newSecret } from '#server/platform/vault.ts';
import type { Credentials, Webhook } from './port.ts';

const Secrets = z.object({
  credentials: z.record(z.string(), z.string()),
  /** The secret in the webhook's path. */
  webhookToken: z.string(),
  /** The one the provider sends along in a header. */
  headerSecret: z.string(),
});
/** What lies sealed beside a channel: the provider's credentials, and the secrets its posts are known by. */
export type Secrets = z.infer<typeof Secrets>;

export function newSecrets(tenantId: TenantId, credentials: Credentials): Secrets {
  return { credentials, webhookToken: newTenantToken(tenantId), headerSecret: newSecret() };
}

export function openSecrets(ctx: Pick<Context, 'vault'>, tenantId: TenantId, box: Buffer): Secrets {
  return Secrets.parse(ctx.vault.open(tenantId, box));
}

/** Where the provider posts to, and the secret it sends along. */
export function webhookOf(ctx: Pick<Context, 'config'>, kind: ChannelKind, secrets: Secrets): Webhook {
  return { url: `${webhooksBase(ctx)}${kind}/${secrets.webhookToken}`, headerSecret: secrets.headerSecret };
}

/** What every webhook's address begins with. */
export function webhooksBase({ config }: Pick<Context, 'config'>): string {
  return `${config.publicUrl.replace(/\/+$/, '')}/hooks/`;
}
