import type { Context } from '#server/platform/context/context.ts';
import type { WebhookSourceFinder, WebhookSource } from '#server/platform/webhooks/webhook-intake.ts';
import { prepareJob } from '#server/platform/jobs.ts';
import { readWebhookJob } from './jobs.ts';
import type { ChannelProviders } from './port.ts';
import { listWebhookChannels } from './storage/queries.ts';
import { webhookOf, openSecrets } from './storage/secrets.ts';

/** Receives payloads of messengers: `/hooks/<kind>/<secret>`. */
export function channelWebhooks(ctx: Context, providers: ChannelProviders): WebhookSourceFinder {
  return {
    async find(scope, targets) {
      const channels = await listWebhookChannels(scope, targets);
      return new Map(
        channels.flatMap(({ tenantId, id, kind, box, secretHash }): [string, WebhookSource][] => {
          const provider = providers.get(kind);
          if (!provider) return [];
          const secrets = openSecrets(ctx, tenantId, box);
          const webhook = webhookOf(ctx, kind, secrets);
          const source: WebhookSource = {
            id,
            provider: kind,
            job: prepareJob(readWebhookJob, { tenantId, channelId: id }),
            verify: (payload) => provider.verify(payload, webhook, secrets.credentials),
            reply: provider.webhookReply,
            answerChallenge: (query) => provider.answerChallenge?.(query, webhook) ?? null,
          };
          return [[secretHash.toString('hex'), source]];
        }),
      );
    },
  };
}
