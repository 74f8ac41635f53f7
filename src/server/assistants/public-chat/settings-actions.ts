import type { AssistantId } from '#contract/assistants/calls.ts';
import type { PublicChat, PublicChatSettings } from '#contract/assistants/public-chat.ts';
import { DAILY_CHAT_MESSAGES } from '#contract/assistants/public-chat-values.ts';
import { PAGE_CHANNEL_KIND } from '#contract/channels/kinds.ts';
import {
  findAssistant,
  findAssistantForUpdate,
  type StoredAssistant,
} from '#server/assistants/storage/assistant-queries.ts';
import { findPublicChat, putPublicChat, type StoredChat } from '#server/assistants/storage/public-chat-queries.ts';
import { text } from '#server/assistants/storage/texts.ts';
import { getAiBalance } from '#server/billing/balance-actions.ts';
import { ensureBuiltInChannel, findBuiltInChannel } from '#server/channels/storage/built-in-actions.ts';
import { listModels } from '#server/models/reads.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { originOfBrand } from '#server/platform/deployment/link-origin.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { closedReasonOf } from './opening-rules.ts';
import { botToken } from './tokens.ts';

/** A chat that nobody has set up yet. */
const NEW_CHAT: StoredChat = {
  isOn: false,
  greeting: '',
  questions: [],
  sites: [],
  dailyMessages: DAILY_CHAT_MESSAGES.default,
  countedOn: null,
  counted: 0,
};

/** @throws {Problem} `assistant.not_found` */
export async function readPublicChat(scope: ActionScope, assistantId: AssistantId): Promise<PublicChat> {
  const assistant = await findAssistant(scope, assistantId);
  if (!assistant) throw new Problem('assistant.not_found');
  const chat = (await findPublicChat(scope, assistantId)) ?? NEW_CHAT;
  const { brand } = await getTenant(scope);
  const origin = originOfBrand(scope.config, brand);
  const token = botToken(scope, { tenantId: scope.tenantId, assistantId });
  const { isOn, greeting, questions, sites, dailyMessages, countedOn, counted } = chat;
  return {
    isOn,
    greeting,
    questions,
    sites,
    dailyMessages,
    pageUrl: `${origin}/ai-chat/${token}`,
    scriptUrl: `${origin}/embed/ai-chat.js?id=${token}`,
    messagesToday: countedOn === (await dayOf(scope)).toString() ? counted : 0,
    closedReason: await whyClosed(scope, assistant, chat),
  };
}

/** Changes a chat at once. Switching it on adds the channel of web chats where there is none. Safe to repeat. */
export async function savePublicChat(
  scope: ActionScope,
  assistantId: AssistantId,
  settings: PublicChatSettings,
): Promise<PublicChat> {
  const assistant = await findAssistantForUpdate(scope, assistantId);
  if (!assistant || assistant.deletedAt) throw new Problem('assistant.not_found');
  if (settings.isOn) {
    const { customerLanguage } = await getTenant(scope);
    await ensureBuiltInChannel(scope, { kind: PAGE_CHANNEL_KIND, title: text(customerLanguage, 'chat.channel') });
  }
  await putPublicChat(scope, assistantId, settings, scope.clock.now());
  await announce(scope, 'assistants');
  return readPublicChat(scope, assistantId);
}

/** The present day of the cabinet, by which messages of visitors are counted. */
export async function dayOf(scope: ActionScope): Promise<Temporal.PlainDate> {
  const { timeZone } = await getTenant(scope);
  return scope.clock.now().toZonedDateTimeISO(timeZone).toPlainDate();
}

/** Why visitors cannot write to an assistant; null: they can. */
export async function whyClosed(
  scope: ActionScope,
  assistant: StoredAssistant,
  { isOn }: Pick<StoredChat, 'isOn'>,
): Promise<PublicChat['closedReason']> {
  const { brand } = await getTenant(scope);
  return closedReasonOf({
    isOn,
    status: assistant.status,
    published: assistant.published,
    models: listModels(scope.config, brand).map(({ choice }) => choice),
    hasBalance: (await getAiBalance(scope)).balance > 0,
    hasChannel: (await findBuiltInChannel(scope, PAGE_CHANNEL_KIND)) !== null,
  });
}
