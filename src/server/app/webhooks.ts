import { channelWebhooks } from '#server/channels/webhooks.ts';
import { connectionWebhooks } from '#server/connections/webhooks.ts';
import type { Context } from '#server/platform/context.ts';
import type { WebhookSourceFinder, WebhookSources } from '#server/platform/webhook-intake.ts';
import type { Providers } from './providers.ts';

/** The receivers of `/hooks/<name>/<secret>`: the name is the kind of the channel or the connection. */
export function webhookSources(ctx: Context, providers: Providers): WebhookSources {
  const channels = channelWebhooks(ctx, providers.channels);
  return new Map<string, WebhookSourceFinder>([
    ...[...providers.channels.keys()].map((kind) => [kind, channels] as const),
    ...[...providers.sourceProviders].map(([kind, provider]) => [kind, connectionWebhooks(provider)] as const),
  ]);
}
