import type { Assistant, AssistantId } from '#contract/assistants/calls.ts';
import type { AssistantSettings } from '#contract/assistants/settings.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { ModelChoice } from '#contract/models/values.ts';

/** Facts that keep assistants of a cabinet from answering. */
export type Silence = {
  hasBalance: boolean;
  models: readonly ModelChoice[];
  /** Channels on which contacts can write, and that work. */
  channelIds: readonly ChannelId[];
  /** Assistants with an open public chat. */
  chatIds: ReadonlySet<AssistantId>;
};

/** Why a published assistant is silent although it is on; null: it is not, or it is off. */
export function silentReasonOf(
  { id, status, published }: Pick<Assistant, 'id' | 'status'> & { published: { settings: AssistantSettings } | null },
  { hasBalance, models, channelIds, chatIds }: Silence,
): Assistant['silentReason'] {
  if (status !== 'on' || !published) return null;
  const { settings } = published;
  if (!models.includes(settings.model)) return 'no_model';
  const own =
    settings.channelIds.length === 0 ? channelIds : channelIds.filter((id) => settings.channelIds.includes(id));
  if (own.length === 0 && !chatIds.has(id)) return 'no_channel';
  return hasBalance ? null : 'balance';
}
