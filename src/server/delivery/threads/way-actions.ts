import type { ChannelId, ChannelTemplate } from '#contract/channels/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { AnswerWay, ConversationId, WayReason } from '#contract/conversations/calls.ts';
import type { listWays as listWaysCall } from '#contract/conversations/answers.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Language } from '#contract/primitives.ts';
import { listTemplates, listAnswerChannels } from '#server/channels/storage/actions.ts';
import { reachOf } from '#server/contacts/book/actions.ts';
import { getConversation, getThreadOwner } from '#server/conversations/inbound/actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { chooseWay, channelsFor } from './way-rules.ts';

/** A template with its channel, approved and with texts and media that can be filled. */
export type AnswerTemplateKnown = ChannelTemplate & { channelId: ChannelId };

export type Ways = {
  ways: AnswerWay[];
  chosen: { channelId: ChannelId; reason: WayReason } | null;
  templates: AnswerTemplateKnown[];
  /** The contact's, as they said or as their phone suggests. */
  language: Language | null;
};

/** Finds the channels on which a contact can be answered now. @throws {Problem} `conversation.not_found` */
export async function findWays(
  scope: ActionScope,
  { contactId, channelId }: { contactId: ContactId; channelId: ChannelId },
): Promise<Ways> {
  const reach = (await reachOf(scope, [contactId])).get(contactId);
  if (!reach) throw new Problem('conversation.not_found');
  const channels = await listAnswerChannels(scope);
  const templates: AnswerTemplateKnown[] = [];
  for (const { id, traits } of channels) {
    if (traits.windowHours === null) continue;
    const known = await listTemplates(scope, id);
    templates.push(...known.filter(isUsable).map((template) => ({ ...template, channelId: id })));
  }
  const templateChannelIds = new Set(templates.map((template) => template.channelId));
  const ways = channelsFor({ channels, templateChannelIds, reach, now: scope.clock.now() });
  const hasWritten = reach.addresses.some((one) => one.channelId === channelId && one.lastInboundAt !== null);
  const { language } = reach.contact;
  return { ways, chosen: chooseWay(ways, hasWritten ? channelId : null), templates, language };
}

const isUsable = ({ status, isFillable }: ChannelTemplate) => status === 'approved' && isFillable;

export async function listWays(scope: ActionScope, id: ConversationId): Promise<ReplyOf<typeof listWaysCall>> {
  const thread = await getThreadOwner(scope, id);
  const { ways } = await findWays(scope, thread);
  return { ways, conversation: await getConversation(scope, thread.id), at: scope.clock.now().toString() };
}
