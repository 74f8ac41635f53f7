import { z } from 'zod';
import type { Assistant, AssistantId, AssistantRow } from '#contract/assistants/calls.ts';
import type * as contract from '#contract/assistants/calls.ts';
import { AssistantSettings } from '#contract/assistants/settings.ts';
import { PAGE_CHANNEL_KIND } from '#contract/channels/kinds.ts';
import type { ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import {
  findAssistant,
  listAssistantRows,
  type StoredAssistant,
} from '#server/assistants/storage/assistant-queries.ts';
import { listOpenChats } from '#server/assistants/storage/public-chat-queries.ts';
import { countDialogues } from '#server/assistants/storage/turn-queries.ts';
import { getAiBalance } from '#server/billing/balance-actions.ts';
import { findBuiltInChannel } from '#server/channels/storage/built-in-actions.ts';
import { listUsableChannels, type UsableChannel } from '#server/channels/storage/actions.ts';
import { listModels } from '#server/models/reads.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import { listVersions } from '#server/senders/versions/version-reads.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { type Silence, silentReasonOf } from './silence-rules.ts';

/** Dialogues are counted in this time. */
const RECENT_HOURS = 30 * 24;

/** @throws {Problem} `assistant.not_found` */
export async function getAssistant(scope: ActionScope, id: AssistantId): Promise<Assistant> {
  const assistant = await findAssistant(scope, id);
  if (!assistant) throw new Problem('assistant.not_found');
  const { settings } = assistant;
  return { ...factsOf(assistant, await loadSilence(scope, await listUsableChannels(scope))), settings };
}

export async function listAssistants(
  scope: ActionScope,
  query: QueryOf<typeof contract.listAssistants>,
): Promise<ReplyOf<typeof contract.listAssistants>> {
  const rows = await listAssistantRows(scope, query);
  const channels = await listUsableChannels(scope);
  const silence = await loadSilence(scope, channels);
  const since = scope.clock.now().subtract({ hours: RECENT_HOURS });
  const ids = rows.map(({ id }) => id);
  const counts = await countDialogues(scope, ids, since);
  const toRow = (assistant: StoredAssistant): AssistantRow => {
    const { model, channelIds } = (assistant.published ?? assistant).settings;
    const channelTitles = channels.filter(({ id }) => channelIds.includes(id)).map(({ title }) => title);
    const { dialogues, handedOver } = counts.get(assistant.id) ?? { dialogues: 0, handedOver: 0 };
    return { ...factsOf(assistant, silence), model, channelTitles, dialogues, handedOver };
  };
  return toPage(rows, query.limit, toRow, ({ updatedAt, id }) => [updatedAt.toString(), id]);
}

/** A page of saves, newest first. */
export async function listAssistantVersions(
  scope: ActionScope,
  { assistantId }: ParamsOf<typeof contract.listAssistantVersions>,
  { cursor, limit }: QueryOf<typeof contract.listAssistantVersions>,
): Promise<ReplyOf<typeof contract.listAssistantVersions>> {
  const assistant = await findAssistant(scope, assistantId);
  if (!assistant) throw new Problem('assistant.not_found');
  const before = readCursor(cursor, z.tuple([z.int()]))?.[0] ?? null;
  const rows = await listVersions(scope, assistantId, { before, limit: limit + 1 });
  return toPage(
    rows,
    limit,
    ({ version, title, settings, savedAt, savedBy }) => ({
      version,
      title,
      savedAt: savedAt.toString(),
      savedBy,
      publishedAt: version === assistant.published?.version ? assistant.published.at.toString() : null,
      settings: AssistantSettings.parse(settings),
    }),
    ({ version }) => [version],
  );
}

async function loadSilence(scope: ActionScope, channels: readonly UsableChannel[]): Promise<Silence> {
  const { brand } = await getTenant(scope);
  const hasChats = (await findBuiltInChannel(scope, PAGE_CHANNEL_KIND)) !== null;
  return {
    hasBalance: (await getAiBalance(scope)).balance > 0,
    models: listModels(scope.config, brand).map(({ choice }) => choice),
    channelIds: channels.filter(({ traits, state }) => traits.hasInbound && state === 'Authorized').map(({ id }) => id),
    chatIds: hasChats ? await listOpenChats(scope) : new Set(),
  };
}

function factsOf(assistant: StoredAssistant, silence: Silence): Omit<Assistant, 'settings'> {
  const { id, title, status, version, published, deletedAt, createdAt, updatedAt } = assistant;
  return {
    id,
    title,
    status,
    silentReason: silentReasonOf(assistant, silence),
    version,
    publishedVersion: published?.version ?? null,
    publishedAt: published?.at.toString() ?? null,
    deletedAt: deletedAt?.toString() ?? null,
    createdAt: createdAt.toString(),
    updatedAt: updatedAt.toString(),
  };
}
