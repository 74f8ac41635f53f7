import type { ReplyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/mailings/results.ts';
import type { MailingId } from '#contract/mailings/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { getStored } from './people-reads.ts';
import { countMessages, countUnconfirmed, listChannelNames } from './result-queries.ts';
import { momentsOf, reasonsOf, stepsOf } from './result-rules.ts';
import { variantsOf } from '#server/mailings/deciding/experiment-rules.ts';
import { countVariants } from '#server/mailings/recipients/variant-queries.ts';

/** Reads what came of a mailing's messages. */
export async function getResults(
  scope: TenantScope,
  id: MailingId,
): Promise<ReplyOf<typeof contract.getMailingResults>> {
  const { settings } = await getStored(scope, id);
  const { timeZone } = await getTenant(scope);
  const groups = await countMessages(scope, id);
  const byChannel = Map.groupBy(groups, ({ channelId }) => channelId);
  const channels = await listChannelNames(scope, [...byChannel.keys()]);
  const { experiment } = settings;
  return {
    channels: channels.map(({ id: channelId, kind, title }) => ({
      channelId,
      kind,
      title,
      ...stepsOf(byChannel.get(channelId) ?? []),
    })),
    ...momentsOf(groups, timeZone),
    reasons: reasonsOf(groups),
    unconfirmed: await countUnconfirmed(scope, id),
    variants: experiment
      ? variantsOf(await countVariants(scope, id, experiment), { content: settings.content, experiment })
      : [],
  };
}
