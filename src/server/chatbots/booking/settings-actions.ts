import {
  type BookingBotSettings,
  BookingReplies,
  ChatbotId,
  type ChatbotPlace,
  type getBookingBot,
} from '#contract/chatbots/calls.ts';
import { MAIN_BOOKING_BOT, MAX_CHATBOTS } from '#contract/chatbots/values.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import {
  listChatbotRows,
  lockChatbots,
  findChatbot,
  type StoredChatbot,
  upsertChatbot,
} from '#server/chatbots/storage/chatbot-queries.ts';
import { requireKnownPlace } from '#server/chatbots/storage/place-actions.ts';
import { botAt } from '#server/chatbots/storage/place-rules.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { cleanTexts } from '#server/texts/content/cleaning-rules.ts';
import { usualTexts } from './replies.ts';

type BookingBot = ReplyOf<typeof getBookingBot>;

/** A bot as it answers; null where the owner changed nothing. */
export type BotAtWork = BookingReplies & { isEnabled: boolean };

const MAIN = ChatbotId.parse(MAIN_BOOKING_BOT);

/** The bot that answers about a visit: see {@link botAt}. */
export async function findBookingBot(scope: TenantScope, place: ChatbotPlace): Promise<BotAtWork | null> {
  const bot = botAt(await listChatbotRows(scope, { kind: 'booking' }), place);
  return bot ? { isEnabled: bot.isEnabled, ...BookingReplies.parse(bot.settings) } : null;
}

/** @throws {Problem} `chatbot.not_found` */
export async function getBooking(scope: ActionScope, id: ChatbotId): Promise<BookingBot> {
  const stored = await findChatbot(scope, id);
  if (stored?.kind === 'booking') return toBookingBot(scope, stored);
  if (id !== MAIN) throw new Problem('chatbot.not_found');
  return toBookingBot(scope, { ...NEW_MAIN, settings: {} });
}

const NEW_MAIN = {
  id: MAIN,
  kind: 'booking',
  title: '',
  isEnabled: true,
  branchId: null,
  channelId: null,
  version: 0,
} as const;

/** @throws {Problem} `chatbot.not_found`, `chatbot.changed_meanwhile`, `chatbot.place_taken` */
export async function saveBooking(
  scope: ActionScope,
  id: ChatbotId,
  { settings, baseVersion }: { settings: BookingBotSettings; baseVersion: number },
): Promise<BookingBot> {
  await lockChatbots(scope);
  const { version } = await getBooking(scope, id);
  const placed = id === MAIN ? { ...settings, title: '', branchId: null, channelId: null } : settings;
  await requirePlace(scope, id, placed);
  const stored = toStored(id, placed, baseVersion + 1);
  const isSaved = version === baseVersion && (await upsertChatbot(scope, stored, scope.clock.now()));
  if (!isSaved) throw new Problem('chatbot.changed_meanwhile', { version });
  await announce(scope, 'chatbots');
  return toBookingBot(scope, stored);
}

/** @throws {Problem} `chatbot.place_taken`, `chatbot.limit_reached` */
export async function addBooking(scope: ActionScope, settings: BookingBotSettings): Promise<BookingBot> {
  await lockChatbots(scope);
  if ((await listChatbotRows(scope)).length >= MAX_CHATBOTS) throw new Problem('chatbot.limit_reached');
  const id = newId(ChatbotId);
  await requirePlace(scope, id, settings);
  const stored = toStored(id, settings, 1);
  await upsertChatbot(scope, stored, scope.clock.now());
  await announce(scope, 'chatbots');
  return toBookingBot(scope, stored);
}

function toStored(
  id: ChatbotId,
  { removeOnCancel, confirmTexts, cancelTexts, ...bot }: BookingBotSettings,
  version: number,
): StoredChatbot {
  const settings: BookingReplies = {
    removeOnCancel,
    confirmTexts: cleanedTexts('confirmTexts', confirmTexts),
    cancelTexts: cleanedTexts('cancelTexts', cancelTexts),
  };
  return { id, kind: 'booking', ...bot, settings, version };
}

function cleanedTexts(field: string, texts: BookingReplies['confirmTexts']): BookingReplies['confirmTexts'] {
  const cleaned = texts && cleanTexts(texts);
  if (cleaned?.default.trim() === '') throw wrongField(`settings.${field}.default`, 'required');
  return cleaned;
}

/** Requires that no other bot has the place, and that its branch and channel exist. */
async function requirePlace(scope: TenantScope, id: ChatbotId, { title, branchId, channelId }: BookingBotSettings) {
  if (id === MAIN) return;
  if (title === '') throw wrongField('settings.title', 'required');
  await requireKnownPlace(scope, { branchId, channelId });
  if (branchId === null && channelId === null) throw new Problem('chatbot.place_taken');
  const bots = await listChatbotRows(scope, { kind: 'booking' });
  const isTaken = bots.some((one) => one.id !== id && one.branchId === branchId && one.channelId === channelId);
  if (isTaken) throw new Problem('chatbot.place_taken');
}

async function toBookingBot(scope: TenantScope, stored: StoredChatbot): Promise<BookingBot> {
  const { id, title, isEnabled, branchId, channelId, version } = stored;
  const { customerLanguage } = await getTenant(scope);
  return {
    id,
    isMain: id === MAIN,
    settings: { title, isEnabled, branchId, channelId, ...BookingReplies.parse(stored.settings) },
    version,
    usual: usualTexts(customerLanguage),
  };
}
