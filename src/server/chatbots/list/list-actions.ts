import { type Chatbot, ChatbotId, type listChatbots } from '#contract/chatbots/calls.ts';
import { MAIN_BOOKING_BOT, MAX_CHATBOTS } from '#contract/chatbots/values.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { listChannelAddresses, listUsableChannels } from '#server/channels/storage/actions.ts';
import { getBooking, saveBooking } from '#server/chatbots/booking/settings-actions.ts';
import {
  findChatbot,
  listChatbotRows,
  lockChatbots,
  setDeleted,
  type StoredChatbot,
  upsertChatbot,
} from '#server/chatbots/storage/chatbot-queries.ts';
import { requireReady } from '#server/chatbots/scripts/settings-actions.ts';
import { listBranches } from '#server/connections/storage/actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { Problem } from '#server/platform/values/problem.ts';

const MAIN = ChatbotId.parse(MAIN_BOOKING_BOT);

/** Lists every chatbot, the main one first. */
export async function listBots(scope: TenantScope): Promise<ReplyOf<typeof listChatbots>> {
  const stored = await listChatbotRows(scope);
  const main = stored.find(({ id }) => id === MAIN);
  const others = stored.filter(({ id }) => id !== MAIN);
  const all: Listed[] = [main ?? { ...EVERYWHERE, id: MAIN, kind: 'booking', title: '', isEnabled: true }, ...others];
  const places = await placesOf(scope, all);
  return { chatbots: all.map((bot) => toChatbot(bot, places)) };
}

const EVERYWHERE = { branchId: null, channelId: null } as const;
type Listed = Pick<StoredChatbot, 'id' | 'kind' | 'title' | 'isEnabled' | 'branchId' | 'channelId'>;
type Places = Awaited<ReturnType<typeof placesOf>>;

async function placesOf(scope: TenantScope, bots: readonly Listed[]) {
  const ids = bots.flatMap(({ channelId }) => channelId ?? []);
  const addresses = await listChannelAddresses(scope, ids);
  const branches = bots.some(({ branchId }) => branchId !== null) ? await listBranches(scope) : [];
  const channels = ids.length > 0 ? await listUsableChannels(scope) : [];
  return { addresses, branches, channels };
}

function toChatbot(bot: Listed, { addresses, branches, channels }: Places): Chatbot {
  const { id, kind, title, isEnabled, branchId, channelId } = bot;
  const channel = channels.find((one) => one.id === channelId);
  const phone = addresses.find((one) => one.id === channelId)?.address ?? '';
  return {
    id,
    kind,
    title,
    isEnabled,
    isMain: id === MAIN,
    branchId,
    branchTitle: branches.find((one) => one.id === branchId)?.title ?? null,
    channel: channel ? { id: channel.id, kind: channel.kind, title: channel.title, phone } : null,
  };
}

/** @throws {Problem} `chatbot.not_found`, and those of a bot of steps that cannot be on */
export async function switchBot(scope: ActionScope, id: ChatbotId, isEnabled: boolean): Promise<void> {
  await lockChatbots(scope);
  const stored = await findChatbot(scope, id);
  if (!stored) {
    const { settings, version } = await getBooking(scope, id);
    await saveBooking(scope, id, { settings: { ...settings, isEnabled }, baseVersion: version });
    return;
  }
  if (stored.isEnabled === isEnabled) return;
  const switched = { ...stored, isEnabled, version: stored.version + 1 };
  await requireReady(scope, switched);
  await upsertChatbot(scope, switched, scope.clock.now());
  await announce(scope, 'chatbots');
}

/** Removes a chatbot, or takes that back. @throws {Problem} `chatbot.not_found`, `chatbot.is_main`, `chatbot.place_taken`, `chatbot.trigger_taken` */
export async function setBotDeleted(scope: ActionScope, id: ChatbotId, isDeleted: boolean): Promise<void> {
  if (id === MAIN) throw new Problem('chatbot.is_main');
  await lockChatbots(scope);
  if (!isDeleted) await requireRoom(scope, id);
  const isChanged = await setDeleted(scope, id, isDeleted ? scope.clock.now() : null);
  if (!isChanged && !(await findChatbot(scope, id, { isDeleted }))) throw new Problem('chatbot.not_found');
  await announce(scope, 'chatbots');
}

async function requireRoom(scope: TenantScope, id: ChatbotId): Promise<void> {
  const bots = (await listChatbotRows(scope)).filter((one) => one.id !== id);
  const bot = await findChatbot(scope, id, { isDeleted: true });
  if (bots.length >= MAX_CHATBOTS) throw new Problem('chatbot.limit_reached');
  const isSamePlace = (one: StoredChatbot) => one.branchId === bot?.branchId && one.channelId === bot?.channelId;
  if (bot?.kind === 'booking' && bots.some((one) => one.kind === 'booking' && isSamePlace(one)))
    throw new Problem('chatbot.place_taken');
  if (bot) await requireReady(scope, bot);
}
