import { ChatbotId } from '#contract/chatbots/calls.ts';
import { type getScriptBot, Script, type ScriptBotSettings, type ScriptStep } from '#contract/chatbots/scripts.ts';
import { MAX_CHATBOTS } from '#contract/chatbots/values.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { hasAbility } from '#server/billing/entitlement-reads.ts';
import {
  findChatbot,
  listChatbotRows,
  lockChatbots,
  type StoredChatbot,
  upsertChatbot,
} from '#server/chatbots/storage/chatbot-queries.ts';
import { requireKnownPlace } from '#server/chatbots/storage/place-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { cleanTexts } from '#server/texts/content/cleaning-rules.ts';
import { issuesOf } from './issue-rules.ts';
import { isSamePlace, type ScriptBot, triggerNames } from './trigger-rules.ts';

type SavedBot = ReplyOf<typeof getScriptBot>;

/** Lists the bots that are on, the oldest first; none where the tariff has no bots. */
export async function listWorkingBots(scope: TenantScope & Pick<ActionScope, 'clock'>): Promise<ScriptBot[]> {
  const bots = await listEnabledBots(scope);
  const mayWork = bots.length > 0 && (await hasAbility(scope, 'notifications', scope.clock.now()));
  return mayWork ? bots : [];
}

async function listEnabledBots(scope: TenantScope): Promise<ScriptBot[]> {
  const stored = await listChatbotRows(scope, { kind: 'script' });
  return stored.filter(({ isEnabled }) => isEnabled).map(toScriptBot);
}

function toScriptBot({ id, title, branchId, channelId, settings }: StoredChatbot): ScriptBot {
  return { id, title, branchId, channelId, ...Script.parse(settings) };
}

/** @throws {Problem} `chatbot.not_found` */
export async function getScript(scope: TenantScope, id: ChatbotId): Promise<SavedBot> {
  const stored = await findChatbot(scope, id);
  if (stored?.kind !== 'script') throw new Problem('chatbot.not_found');
  return toSaved(stored);
}

function toSaved({ id, title, isEnabled, branchId, channelId, settings, version }: StoredChatbot): SavedBot {
  return { id, version, settings: { title, isEnabled, branchId, channelId, ...Script.parse(settings) } };
}

/** @throws {Problem} `chatbot.not_found`, `chatbot.changed_meanwhile`, and those of a bot that cannot be on */
export async function saveScript(
  scope: ActionScope,
  id: ChatbotId,
  { settings, baseVersion }: { settings: ScriptBotSettings; baseVersion: number },
): Promise<SavedBot> {
  await lockChatbots(scope);
  const { version } = await getScript(scope, id);
  const stored = await toStored(scope, id, { settings, version: baseVersion + 1 });
  const isSaved = version === baseVersion && (await upsertChatbot(scope, stored, scope.clock.now()));
  if (!isSaved) throw new Problem('chatbot.changed_meanwhile', { version });
  await announce(scope, 'chatbots');
  return toSaved(stored);
}

/** @throws {Problem} `chatbot.limit_reached`, and those of a bot that cannot be on */
export async function addScript(scope: ActionScope, settings: ScriptBotSettings): Promise<SavedBot> {
  await lockChatbots(scope);
  if ((await listChatbotRows(scope)).length >= MAX_CHATBOTS) throw new Problem('chatbot.limit_reached');
  const stored = await toStored(scope, newId(ChatbotId), { settings, version: 1 });
  await upsertChatbot(scope, stored, scope.clock.now());
  await announce(scope, 'chatbots');
  return toSaved(stored);
}

async function toStored(
  scope: TenantScope,
  id: ChatbotId,
  { settings, version }: { settings: ScriptBotSettings; version: number },
): Promise<StoredChatbot> {
  await requireKnownPlace(scope, settings);
  const { triggers, steps, ...bot } = settings;
  const script: Script = { triggers, steps: steps.map(cleanedStep) };
  const stored: StoredChatbot = { id, kind: 'script', ...bot, settings: script, version };
  await requireReady(scope, stored);
  return stored;
}

function cleanedStep(step: ScriptStep, n: number): ScriptStep {
  if (!('texts' in step) || step.texts === null) return step;
  const texts = cleanTexts(step.texts);
  if (texts.default.trim() === '') throw wrongField(`settings.steps.${n}.texts.default`, 'required');
  return { ...step, texts };
}

/**
 * Requires that a bot which is on can answer, and that no other one answers to the same in the same place.
 *
 * @throws {Problem} of the first issue, with `step` from 1; `chatbot.trigger_taken` with the other bot's title
 */
export async function requireReady(scope: TenantScope, stored: StoredChatbot): Promise<void> {
  if (stored.kind !== 'script' || !stored.isEnabled) return;
  const bot = toScriptBot(stored);
  const [issue] = issuesOf(bot);
  if (issue) throw new Problem(`chatbot.${issue.code}`, { step: issue.step === null ? null : issue.step + 1 });
  const names = new Set(triggerNames(bot));
  const others = (await listEnabledBots(scope)).filter((one) => one.id !== bot.id && isSamePlace(one, bot));
  const other = others.find((one) => triggerNames(one).some((name) => names.has(name)));
  if (other) throw new Problem('chatbot.trigger_taken', { title: other.title });
}
