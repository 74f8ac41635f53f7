import { z } from 'zod';
import type { ConnectionKind } from '#contract/connections.ts';
import type { TenantId } from '#contract/tenants.ts';
import type { Context } from '#server/platform/context.ts';

/** What is sealed with a connection: the vendor's secrets, and ours in the hook's path, which is shown to be entered by hand. */
const Secrets = z.object({ userToken: z.string(), userName: z.string(), hookSecret: z.string() });
export type Secrets = z.infer<typeof Secrets>;

export function openSecrets({ vault }: Pick<Context, 'vault'>, tenantId: TenantId, box: Buffer): Secrets {
  return Secrets.parse(vault.open(tenantId, box));
}

/** What every connection has of its secrets: ours in the hook's path, and what the vendor sends along where it does. */
const HookSecrets = z.object({ hookSecret: z.string(), hookToken: z.string().optional() });

export function openHookSecrets({ vault }: Pick<Context, 'vault'>, tenantId: TenantId, box: Buffer) {
  return HookSecrets.parse(vault.open(tenantId, box));
}

/** Where the vendor must post. */
export function hookUrlOf({ config }: Pick<Context, 'config'>, kind: ConnectionKind, secret: string): string {
  return `${config.publicUrl}/hooks/${kind}/${secret}`;
}
