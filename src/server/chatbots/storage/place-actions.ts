import type { ChatbotPlace } from '#contract/chatbots/calls.ts';
import { listUsableChannels } from '#server/channels/storage/actions.ts';
import { listBranches } from '#server/connections/storage/actions.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { wrongField } from '#server/platform/values/problem.ts';

/** Requires that the branch and the channel of a bot exist. */
export async function requireKnownPlace(scope: TenantScope, { branchId, channelId }: ChatbotPlace): Promise<void> {
  const branches = branchId === null ? [] : await listBranches(scope);
  const channels = channelId === null ? [] : await listUsableChannels(scope);
  if (branchId !== null && !branches.some((one) => one.id === branchId))
    throw wrongField('settings.branchId', 'not_found');
  if (channelId !== null && !channels.some((one) => one.id === channelId))
    throw wrongField('settings.channelId', 'not_found');
}
