import { type Assistant, AssistantId } from '#contract/assistants/calls.ts';
import { testsOfDraft } from '#server/assistants/cases/run-actions.ts';
import { copyKnowledge } from '#server/assistants/knowledge/sources/copying-actions.ts';
import type * as contract from '#contract/assistants/calls.ts';
import { AssistantSettings } from '#contract/assistants/settings.ts';
import { ASSISTANT_TRADES, MAX_ASSISTANTS } from '#contract/assistants/values.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import {
  countAssistants,
  findAssistantForUpdate,
  insertAssistant,
  setAssistantDeleted,
  setAssistantStatus,
  setPublished,
  type StoredAssistant,
  updateDraft,
} from '#server/assistants/storage/assistant-queries.ts';
import { text } from '#server/assistants/storage/texts.ts';
import { getMemberLanguage } from '#server/auth/sign-in/actions.ts';
import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { findVersion } from '#server/senders/versions/version-reads.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { copyTitle } from '#server/texts/content/title-rules.ts';
import { copyCatalogue } from '#server/assistants/plugins/flower-shop/catalogue-queries.ts';
import { copySecrets } from '#server/assistants/plugins/rest/secret-queries.ts';
import { getAssistant } from './assistant-reads.ts';
import { newSettings } from './new-settings.ts';
import { coincidingPhrases } from './settings-rules.ts';

/** Creates a draft; with a trade, from its ready instruction and with the functions that the connections allow. */
export async function createAssistant(
  scope: MemberScope,
  { title, trade, language }: BodyOf<typeof contract.createAssistant>,
): Promise<Assistant> {
  const { customerLanguage } = await getTenant(scope);
  return addDraft(scope, title, await newSettings(scope, trade, language ?? customerLanguage));
}

/** Saves the draft. @throws {Problem} `assistant.changed_meanwhile` where another member saved meanwhile */
export async function saveAssistant(
  scope: MemberScope,
  id: AssistantId,
  { title, settings, baseVersion }: BodyOf<typeof contract.saveAssistant>,
): Promise<Assistant> {
  const assistant = await getForUpdate(scope, id);
  checkVersion(assistant, baseVersion);
  const [phrase] = coincidingPhrases(settings);
  if (phrase) throw new Problem('assistant.phrases_coincide', { phrase });
  await saveDraft(scope, assistant, { title, settings });
  return getAssistant(scope, id);
}

/**
 * Answers contacts by the draft from now on. Publishing what is published switches the assistant on.
 *
 * @throws {Problem} `assistant.cases_fail` with titles: cases newly fail, and the owner wants no such draft published
 */
export async function publishAssistant(
  scope: MemberScope,
  id: AssistantId,
  { baseVersion }: BodyOf<typeof contract.publishAssistant>,
): Promise<Assistant> {
  const assistant = await getForUpdate(scope, id);
  checkVersion(assistant, baseVersion);
  const { refusesFailing, newlyFailing } = await testsOfDraft(scope, assistant);
  if (refusesFailing && newlyFailing.length > 0)
    throw new Problem('assistant.cases_fail', { titles: newlyFailing.map(({ title }) => title) });
  await setPublished(scope, assistant, scope.clock.now());
  await announce(scope, 'assistants');
  return getAssistant(scope, id);
}

/** Switches a published assistant on or off. Safe to repeat. */
export async function switchAssistant(
  scope: MemberScope,
  id: AssistantId,
  { isOn }: BodyOf<typeof contract.switchAssistant>,
): Promise<Assistant> {
  const assistant = await getForUpdate(scope, id);
  if (!assistant.published) throw new Problem('assistant.not_published');
  await setAssistantStatus(scope, id, isOn ? 'on' : 'off', scope.clock.now());
  await announce(scope, 'assistants');
  return getAssistant(scope, id);
}

/** Copies the draft of an assistant, deleted or not, with its knowledge, secrets of calls and catalogue. */
export async function duplicateAssistant(scope: MemberScope, id: AssistantId): Promise<Assistant> {
  const { title, settings } = await getAssistant(scope, id);
  const copy = await addDraft(scope, copyTitle(title, await getMemberLanguage(scope, scope.memberId)), settings);
  await copyKnowledge(scope, { from: id, to: copy.id });
  await copySecrets(scope, { from: id, to: copy.id });
  await copyCatalogue(scope, { from: id, to: copy.id });
  return copy;
}

/** Deletes an assistant, or restores it. Safe to repeat. */
export async function setDeleted(scope: MemberScope, id: AssistantId, isDeleted: boolean): Promise<Assistant> {
  const assistant = await findAssistantForUpdate(scope, id);
  if (!assistant) throw new Problem('assistant.not_found');
  if ((assistant.deletedAt !== null) !== isDeleted) {
    if (!isDeleted) await refuseBeyondLimit(scope);
    const now = scope.clock.now();
    await setAssistantDeleted(scope, assistant, isDeleted ? now : null, now);
    await announce(scope, 'assistants');
  }
  return getAssistant(scope, id);
}

/** Makes an earlier save the draft, as a new save. */
export async function rollBackAssistant(
  scope: MemberScope,
  id: AssistantId,
  { version, baseVersion }: BodyOf<typeof contract.rollBackAssistant>,
): Promise<Assistant> {
  const assistant = await getForUpdate(scope, id);
  checkVersion(assistant, baseVersion);
  const old = await findVersion(scope, id, version);
  if (!old) throw new Problem('assistant.version_not_found');
  await saveDraft(scope, assistant, { title: old.title, settings: AssistantSettings.parse(old.settings) });
  return getAssistant(scope, id);
}

export async function listReadyInstructions(
  _ctx: unknown,
  { language }: QueryOf<typeof contract.listReadyInstructions>,
): Promise<ReplyOf<typeof contract.listReadyInstructions>> {
  return {
    instructions: ASSISTANT_TRADES.map((trade) => ({
      trade,
      title: text(language, `trade.${trade}`),
      instruction: text(language, `instruction.${trade}`),
    })),
  };
}

/** Stores a new draft. @throws {Problem} `assistant.limit_reached` */
export async function addDraft(scope: MemberScope, title: string, settings: AssistantSettings): Promise<Assistant> {
  await refuseBeyondLimit(scope);
  const id = newId(AssistantId);
  const by = { memberId: scope.memberId, now: scope.clock.now() };
  await insertAssistant(scope, { id, title, settings, version: 1 }, by);
  await announce(scope, 'assistants');
  return getAssistant(scope, id);
}

async function saveDraft(
  scope: MemberScope,
  { id, version }: StoredAssistant,
  draft: Pick<StoredAssistant, 'title' | 'settings'>,
): Promise<void> {
  const by = { memberId: scope.memberId, now: scope.clock.now() };
  await updateDraft(scope, { ...draft, id, version: version + 1 }, by);
  await announce(scope, 'assistants');
}

async function getForUpdate(scope: ActionScope, id: AssistantId): Promise<StoredAssistant> {
  const assistant = await findAssistantForUpdate(scope, id);
  if (!assistant || assistant.deletedAt) throw new Problem('assistant.not_found');
  return assistant;
}

function checkVersion({ version }: StoredAssistant, baseVersion: number): void {
  if (version !== baseVersion) throw new Problem('assistant.changed_meanwhile', { version });
}

async function refuseBeyondLimit(scope: ActionScope): Promise<void> {
  if ((await countAssistants(scope)) >= MAX_ASSISTANTS) throw new Problem('assistant.limit_reached');
}
