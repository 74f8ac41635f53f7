import type { Assistant } from '#contract/assistants/calls.ts';
import type { getNightBotDraft, NightBot, NightBotAnswers, saveNightBotDraft } from '#contract/assistants/night-bot.ts';
import { NIGHT_BOT_STEPS } from '#contract/assistants/values.ts';
import { declarationOf } from '#contract/channels/kinds.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import { type Language, Phone } from '#contract/primitives.ts';
import { getAssistant } from '#server/assistants/editing/assistant-reads.ts';
import { addDraft } from '#server/assistants/editing/editing-actions.ts';
import { addPair } from '#server/assistants/knowledge/sources/source-actions.ts';
import { findAssistant } from '#server/assistants/storage/assistant-queries.ts';
import { text } from '#server/assistants/storage/texts.ts';
import { findFirstOwner } from '#server/auth/members/owner-reads.ts';
import { listUsableChannels, type UsableChannel } from '#server/channels/storage/actions.ts';
import { listBranches } from '#server/connections/storage/actions.ts';
import type { KnownBranch } from '#server/connections/storage/rules.ts';
import { findBookingUrl } from '#server/links/booking-url-reads.ts';
import { usualModel } from '#server/models/reads.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { hasNight } from './night-rules.ts';
import { deleteDraft, findDraft, type NightBotDraft, putDraft, setMade } from './quick-start-queries.ts';
import { nightPairs, nightSettings, type SalonFunction } from './writing-rules.ts';

/** Functions by the kind of the connection that has them. */
const SALON_FUNCTIONS: Partial<Record<string, SalonFunction>> = {
  yclients: 'yclients_salon',
  altegio: 'altegio_salon',
};
const USUAL_HOURS = { fromMinute: 600, untilMinute: 1_200 };

/** The member's answers so far; without any, what the cabinet knows. */
export async function readNightBotDraft(scope: MemberScope): Promise<ReplyOf<typeof getNightBotDraft>> {
  const { customerLanguage: language } = await getTenant(scope);
  const branches = (await listBranches(scope)).filter(({ isActive }) => isActive);
  const channels = offeredChannels(await listUsableChannels(scope));
  const stored = await findDraft(scope, scope.memberId);
  const made = stored?.assistantId ? await findAssistant(scope, stored.assistantId) : null;
  // NOTE: a bot that was published, or deleted, ends its draft
  const isOver = made !== null && (made.published !== null || made.deletedAt !== null);
  const draft: NightBotDraft =
    stored && !isOver
      ? stored
      : { step: 1, answers: await knownAnswers(scope, { branches, channels, language }), assistantId: null };
  const { branchId, channelId } = draft.answers;
  return {
    ...draft,
    answers: {
      ...draft.answers,
      // NOTE: what was chosen may be there no more
      branchId: branches.find(({ id }) => id === branchId)?.id ?? null,
      channelId: channels.find(({ id }) => id === channelId)?.id ?? null,
    },
    branches: branches.map((branch) => ({
      id: branch.id,
      title: branch.title,
      address: addressOf(branch),
      mapLink: mapLinkOf(branch, language),
      takesBookings: SALON_FUNCTIONS[branch.connectionKind] !== undefined,
    })),
    channels: channels.map(({ id, title, kind }) => ({ id, title, kind })),
  };
}

/** Keeps answers until they are complete. */
export async function keepNightBotDraft(scope: MemberScope, draft: BodyOf<typeof saveNightBotDraft>): Promise<void> {
  const madeId = await putDraft(scope, scope.memberId, draft, scope.clock.now());
  const made = madeId && (await findAssistant(scope, madeId));
  if (!made || (made.published === null && made.deletedAt === null)) return;
  await deleteDraft(scope, scope.memberId);
  await putDraft(scope, scope.memberId, draft, scope.clock.now());
}

export async function restartNightBot(scope: MemberScope): Promise<void> {
  await deleteDraft(scope, scope.memberId);
}

/**
 * Makes an assistant of the answers, once: a repeated call returns it while it is not published.
 *
 * @throws {Problem} `night_bot.no_night`, `branch.not_found`, `channel.not_found`, `assistant.limit_reached`
 */
export async function createNightBot(scope: MemberScope, bot: NightBot): Promise<Assistant> {
  await keepNightBotDraft(scope, { step: NIGHT_BOT_STEPS, answers: bot });
  const stored = await findDraft(scope, scope.memberId);
  if (stored?.assistantId) return getAssistant(scope, stored.assistantId);
  if (!hasNight(bot.days)) throw new Problem('night_bot.no_night');
  const { customerLanguage: language, brand } = await getTenant(scope);
  const model = usualModel(scope.config, brand)?.choice ?? 'balanced';
  const settings = nightSettings(bot, { language, salon: await salonOf(scope, bot), model });
  const { id } = await addDraft(scope, bot.botName, settings);
  for (const pair of nightPairs(bot, language)) await addPair(scope, id, pair);
  await setMade(scope, scope.memberId, id);
  return getAssistant(scope, id);
}

/** The booking system of the branch; of all branches where none is chosen. */
async function salonOf(scope: MemberScope, { branchId, channelId }: NightBot): Promise<SalonFunction | null> {
  const channels = await listUsableChannels(scope);
  if (!channels.some(({ id }) => id === channelId)) throw new Problem('channel.not_found');
  const branches = (await listBranches(scope)).filter(({ id, isActive }) => isActive && (!branchId || id === branchId));
  if (branchId && branches.length === 0) throw new Problem('branch.not_found');
  return (
    branches.map(({ connectionKind }) => SALON_FUNCTIONS[connectionKind]).find((name) => name !== undefined) ?? null
  );
}

type Known = { branches: readonly KnownBranch[]; channels: readonly UsableChannel[]; language: Language };

async function knownAnswers(scope: MemberScope, { branches, channels, language }: Known): Promise<NightBotAnswers> {
  const { name } = await getTenant(scope);
  const owner = await findFirstOwner(scope);
  const branch = branches.length === 1 ? branches[0] : undefined;
  return {
    branchId: branch?.id ?? null,
    channelId: (channels.length === 1 && channels[0]?.id) || null,
    botName: text(language, 'night.name'),
    businessName: name,
    address: (branch && addressOf(branch)) ?? '',
    days: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, ...USUAL_HOURS })),
    bookingLink: (await findBookingUrl(scope)) ?? '',
    mapLink: (branch && mapLinkOf(branch, language)) ?? '',
    socialLinks: [],
    paymentMethods: [],
    notifyPhone: Phone.safeParse(owner?.phone).data ?? '',
  };
}

/** Channels of WhatsApp; where there are none, the others on which contacts can write. */
function offeredChannels(channels: readonly UsableChannel[]): UsableChannel[] {
  const writable = channels.filter(({ traits }) => traits.hasInbound);
  const ofWhatsApp = writable.filter(({ kind }) => declarationOf(kind).chat?.name === 'WhatsApp');
  return ofWhatsApp.length > 0 ? ofWhatsApp : writable;
}

const addressOf = ({ city, address }: KnownBranch): string | null =>
  address && city && !address.includes(city) ? `${city}, ${address}` : address;

/** A map of the language's readers at the coordinates of a branch. */
function mapLinkOf({ coordinates }: KnownBranch, language: Language): string | null {
  if (!coordinates) return null;
  const { latitude, longitude } = coordinates;
  return language === 'ru'
    ? `https://yandex.ru/maps/?pt=${longitude},${latitude}&z=17`
    : `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`;
}
