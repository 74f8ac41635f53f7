import type { ChannelId } from '#contract/channels/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import type { ChannelPairing, Checked, Credentials } from '#server/channels/port.ts';
import { putSession, type SessionChange } from './session-queries.ts';

// NOTE: a process: it calls an outside service between transactions.

/** Sends a message of a channel to itself. The channel counts as connected when it comes back: see `receiveEcho`. */
export async function sendEcho(
  ctx: Context,
  tenantId: TenantId,
  { channelId, pairing, credentials }: { channelId: ChannelId; pairing: ChannelPairing; credentials: Credentials },
): Promise<Checked<string>> {
  const put = (change: SessionChange) => withTenant(ctx, tenantId, (scope) => putSession(scope, channelId, change));
  // NOTE: it may come back before the call that sends it returns its id.
  await put({ echoId: null, echoedAt: ctx.clock.now(), receivedAt: null });
  const echoed = await pairing.echo(credentials);
  await put(echoed.isOk ? { echoId: echoed.value } : { echoedAt: null });
  return echoed;
}
