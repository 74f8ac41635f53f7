import type { Context } from '#server/platform/context.ts';
import type { HookDoor, HookSource } from '#server/platform/hook-intake.ts';
import { prepareJob } from '#server/platform/jobs.ts';
import { readHookJob } from './jobs.ts';
import type { ChannelProviders } from './port.ts';
import { listHookChannels } from './queries.ts';
import { hookOf, openSecrets } from './secrets.ts';

/** Takes what messengers post to channels: `/hooks/<kind>/<secret>`. */
export function channelDoor(ctx: Context, providers: ChannelProviders): HookDoor {
  return {
    async find(scope, asked) {
      const channels = await listHookChannels(scope, asked);
      return new Map(
        channels.flatMap(({ tenantId, id, kind, box, secretHash }): [string, HookSource][] => {
          const provider = providers.get(kind);
          if (!provider) return [];
          const secrets = openSecrets(ctx, tenantId, box);
          const hook = hookOf(ctx, kind, secrets);
          const source: HookSource = {
            id,
            job: prepareJob(readHookJob, { tenantId, channelId: id }),
            verify: (post) => provider.verify(post, hook, secrets.credentials),
            answerChallenge: (query) => provider.answerChallenge?.(query, hook) ?? null,
          };
          return [[secretHash.toString('hex'), source]];
        }),
      );
    },
  };
}
