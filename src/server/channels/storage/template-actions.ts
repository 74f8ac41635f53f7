import type { ChannelId } from '#contract/channels/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { emitTemplatesChanged } from './actions.ts';
import type { ProviderTemplate } from '#server/channels/port.ts';
import { markDeleted, upsertTemplates } from './template-queries.ts';

/** Stores a template that was just submitted, as its provider will list it. */
export async function recordSubmitted(
  scope: ActionScope,
  channelId: ChannelId,
  template: ProviderTemplate,
): Promise<void> {
  await upsertTemplates(scope, channelId, [template], scope.clock.now());
  await emitTemplatesChanged(scope, channelId);
  await announce(scope, 'channels');
}

/** Marks a template as being deleted, in all its languages; what depends on it stops. */
export async function recordDeleted(scope: ActionScope, channelId: ChannelId, name: string): Promise<void> {
  if (await markDeleted(scope, channelId, name, scope.clock.now())) await emitTemplatesChanged(scope, channelId);
  await announce(scope, 'channels');
}
