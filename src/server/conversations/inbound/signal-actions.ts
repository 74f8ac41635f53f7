import type { ConversationId } from '#contract/conversations/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { getChannelForSending } from '#server/channels/storage/actions.ts';
import type { ChannelProviders } from '#server/channels/port.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { findLastReceived } from './inbound-queries.ts';
import { signalJob } from '#server/conversations/jobs.ts';
import { findThread } from '#server/conversations/threads/queries.ts';
import { findSettings } from './settings-queries.ts';

// NOTE: a process: it calls an outside service between transactions.

export type Signal = 'read' | 'typing';

/** Has the messenger show the contact that they were read, or that somebody is writing, where the cabinet allows it. */
export async function queueSignal(scope: ActionScope, conversationId: ConversationId, signal: Signal): Promise<void> {
  const { marksRead, showsTyping } = await findSettings(scope);
  if (!(signal === 'read' ? marksRead : showsTyping)) return;
  await enqueue(scope, signalJob, { tenantId: scope.tenantId, conversationId, signal });
}

/** Sends a signal by the channel the contact last wrote on; a channel without such signals sends none. */
export async function sendSignal(
  ctx: Context & { providers: ChannelProviders },
  { tenantId, conversationId, signal }: { tenantId: TenantId; conversationId: ConversationId; signal: Signal },
): Promise<void> {
  const order = await withTenant(ctx, tenantId, async (scope) => {
    const thread = await findThread(scope, conversationId);
    const message = thread && (await findLastReceived(scope, thread));
    const channel = message && (await getChannelForSending(scope, thread.channelId));
    if (!channel || channel.state !== 'Authorized') return null;
    return { provider: scope.providers.get(channel.kind), credentials: channel.credentials, message };
  });
  if (!order?.provider) return;
  const { provider, credentials, message } = order;
  if (signal === 'read') await provider.markRead?.(credentials, message);
  else await provider.sendTyping?.(credentials, message);
}
