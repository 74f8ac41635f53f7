import { z } from 'zod';
import type { ChannelKind } from '#contract/channels/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { Context } from '#server/platform/context/context.ts';
import { newTenantToken } from '#server/platform/secrets/tenant-token.ts';
import { newSecret } from '#server/platform/secrets/vault.ts';
import type { Credentials, Webhook } from '#server/channels/port.ts';

const Secrets = z.object({
  credentials: z.record(z.string(), z.string()),
  /** The secret in the webhook's path. */
  webhookToken: z.string(),
  /** The secret the provider sends in a header. */
  headerSecret: z.string(),
});
/** The sealed secrets of a channel: the provider's credentials, and those that authenticate its webhooks. */
export type Secrets = z.infer<typeof Secrets>;

export function newSecrets(tenantId: TenantId, credentials: Credentials): Secrets {
  return { credentials, webhookToken: newTenantToken(tenantId), headerSecret: newSecret() };
}

export function openSecrets(ctx: Pick<Context, 'vault'>, tenantId: TenantId, box: Buffer): Secrets {
  return Secrets.parse(ctx.vault.open(tenantId, box));
}

/** Returns the webhook URL, and the secret the provider sends. */
export function webhookOf(ctx: Pick<Context, 'config'>, kind: ChannelKind, secrets: Secrets): Webhook {
  return { url: `${webhooksBase(ctx)}${kind}/${secrets.webhookToken}`, headerSecret: secrets.headerSecret };
}

/** Common prefix of webhook URLs. */
export function webhooksBase({ config }: Pick<Context, 'config'>): string {
  return `${config.publicUrl.replace(/\/+$/, '')}/hooks/`;
}
