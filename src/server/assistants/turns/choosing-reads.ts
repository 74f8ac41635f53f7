import { AssistantSettings } from '#contract/assistants/settings.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { ConversationId } from '#contract/conversations/calls.ts';
import { listAnswering, type StoredAssistant } from '#server/assistants/storage/assistant-queries.ts';
import { findPublicChat } from '#server/assistants/storage/public-chat-queries.ts';
import { findVisitorOfContact } from '#server/assistants/storage/visitor-queries.ts';
import { findDialogue } from '#server/assistants/storage/dialogue-queries.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { listSettingsAt } from '#server/senders/versions/version-reads.ts';
import { visitsOfContact } from '#server/visits/changes/actions.ts';

/** A conversation without an answer for so long takes the published version of the moment. */
const IDLE_HOURS = 12;
/** Visits by which a contact belongs to a branch. */
const BRANCH_DAYS = 180;

/** The assistant of a conversation, with the settings by which it answers there. */
export type AssistantAtWork = Pick<StoredAssistant, 'id' | 'title'> & { version: number; settings: AssistantSettings };

/** Chooses the assistant of a conversation: the one that has answered there, else the first that fits its channel and branch. */
export async function chooseAssistant(
  scope: ActionScope,
  talk: { conversationId: ConversationId; contactId: ContactId; channelId: ChannelId },
): Promise<AssistantAtWork | null> {
  const answering = await listAnswering(scope);
  if (answering.length === 0) return null;
  const fitting = await listFitting(scope, answering, talk);
  const dialogue = await findDialogue(scope, talk.conversationId);
  const own = fitting.find(({ id }) => id === dialogue?.assistantId);
  const now = scope.clock.now();
  const isBusy = own && dialogue && isAfter(dialogue.lastTurnAt.add({ hours: IDLE_HOURS }), now);
  if (isBusy && dialogue.version !== own.published?.version) {
    const [earlier] = await listSettingsAt(scope, [{ id: own.id, version: dialogue.version }]);
    if (earlier)
      return {
        id: own.id,
        title: own.title,
        version: earlier.version,
        settings: AssistantSettings.parse(earlier.settings),
      };
  }
  const chosen = own ?? fitting[0];
  return chosen?.published ? { id: chosen.id, title: chosen.title, ...chosen.published } : null;
}

/** Lists those that fit the contact's channel and branch; of a public chat the one whose page it is. */
async function listFitting(
  scope: ActionScope,
  answering: readonly StoredAssistant[],
  talk: { contactId: ContactId; channelId: ChannelId },
): Promise<StoredAssistant[]> {
  const visitor = await findVisitorOfContact(scope, talk);
  if (visitor) {
    const isOn = (await findPublicChat(scope, visitor.assistantId))?.isOn === true;
    return answering.filter(({ id }) => isOn && id === visitor.assistantId);
  }
  const branchIds = await branchesOf(scope, talk.contactId, answering);
  return answering.filter(({ published }) => fits(published?.settings, talk.channelId, branchIds));
}

function fits(settings: AssistantSettings | undefined, channelId: ChannelId, branchIds: ReadonlySet<string>): boolean {
  if (!settings) return false;
  const isOnChannel = settings.channelIds.length === 0 || settings.channelIds.includes(channelId);
  // NOTE: a contact without visits belongs to every branch
  const isOfBranch =
    settings.branchIds.length === 0 || branchIds.size === 0 || settings.branchIds.some((id) => branchIds.has(id));
  return isOnChannel && isOfBranch;
}

async function branchesOf(
  scope: ActionScope,
  contactId: ContactId,
  answering: readonly StoredAssistant[],
): Promise<ReadonlySet<string>> {
  if (answering.every(({ published }) => published?.settings.branchIds.length === 0)) return new Set();
  const now = scope.clock.now();
  const hours = 24 * BRANCH_DAYS;
  const visits = await visitsOfContact(scope, contactId, { from: now.subtract({ hours }), to: now.add({ hours }) });
  return new Set(visits.map(({ branchId }) => branchId));
}
