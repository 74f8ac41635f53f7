import type { AssistantId } from '#contract/assistants/calls.ts';
import { MAX_CASES } from '#contract/assistants/case-values.ts';
import { type AssistantCase, AssistantCaseId, type CaseSettings } from '#contract/assistants/cases.ts';
import type * as contract from '#contract/assistants/cases.ts';
import type { AssistantSettings } from '#contract/assistants/settings.ts';
import type { ConnectionKind } from '#contract/connections/calls.ts';
import type { MessageId } from '#contract/delivery/calls.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { findAssistant, findAssistantForUpdate } from '#server/assistants/storage/assistant-queries.ts';
import { findTalkOfMessage, listTurnsOfTalk } from '#server/assistants/storage/turn-queries.ts';
import { languageOfContact } from '#server/conversations/answering/language-reads.ts';
import { reachOf } from '#server/contacts/book/actions.ts';
import { listTalk } from '#server/delivery/threads/talk-reads.ts';
import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { toPage } from '#server/platform/values/cursor.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { listBookable } from '#server/visits/appointments/bookable-actions.ts';
import { performersOf } from '#server/visits/appointments/bookable-rules.ts';
import { countCases, findCase, insertCase, listCaseRows, updateCase } from './case-queries.ts';
import { caseOfTalk } from './proposal-rules.ts';
import { readyCases } from './ready-rules.ts';

export async function listCases(
  scope: ActionScope,
  assistantId: AssistantId,
  query: QueryOf<typeof contract.listAssistantCases>,
): Promise<ReplyOf<typeof contract.listAssistantCases>> {
  const assistant = await findAssistant(scope, assistantId);
  if (!assistant) throw new Problem('assistant.not_found');
  const rows = await listCaseRows(scope, assistantId, query);
  const page = toPage(
    rows,
    query.limit,
    (row) => row,
    ({ createdAt, id }) => [createdAt, id],
  );
  return { ...page, total: await countCases(scope, assistantId) };
}

/** @throws {Problem} `assistant_case.limit_reached` */
export async function createCase(
  scope: ActionScope,
  assistantId: AssistantId,
  settings: CaseSettings,
): Promise<AssistantCase> {
  await lockAssistant(scope, assistantId);
  await refuseBeyondLimit(scope, assistantId);
  const id = await addCase(scope, assistantId, { settings, readyName: null });
  if (!id) throw new Error('A case without a ready name was not added');
  return getCase(scope, assistantId, id);
}

export async function saveCase(
  scope: ActionScope,
  { assistantId, caseId }: { assistantId: AssistantId; caseId: AssistantCaseId },
  settings: CaseSettings,
): Promise<AssistantCase> {
  const { isDeleted } = await getCase(scope, assistantId, caseId);
  if (isDeleted) throw new Problem('assistant_case.not_found');
  await updateCase(scope, caseId, { settings, at: scope.clock.now() });
  await announce(scope, 'assistants');
  return getCase(scope, assistantId, caseId);
}

/** Deletes a case or restores it. Safe to repeat. */
export async function setCaseDeleted(
  scope: ActionScope,
  { assistantId, caseId }: { assistantId: AssistantId; caseId: AssistantCaseId },
  isDeleted: boolean,
): Promise<AssistantCase> {
  const stored = await getCase(scope, assistantId, caseId);
  if (stored.isDeleted !== isDeleted) {
    if (!isDeleted) await refuseBeyondLimit(scope, assistantId);
    const at = scope.clock.now();
    // NOTE: the same ready case may have been added again meanwhile.
    await updateCase(scope, caseId, isDeleted ? { deletedAt: at, at } : { deletedAt: null, readyName: null, at });
    await announce(scope, 'assistants');
  }
  return getCase(scope, assistantId, caseId);
}

/** Adds the ready cases of a trade that the assistant lacks, about a service that it can book. */
export async function addReady(
  scope: ActionScope,
  assistantId: AssistantId,
  { trade, language }: BodyOf<typeof contract.addReadyCases>,
): Promise<{ added: number }> {
  const { settings } = await lockAssistant(scope, assistantId);
  const ready = readyCases(trade, language, await bookableService(scope, settings));
  let added = 0;
  for (const { name, settings: testCase } of ready) {
    if ((await countCases(scope, assistantId)) >= MAX_CASES) throw new Problem('assistant_case.limit_reached');
    if (await addCase(scope, assistantId, { settings: testCase, readyName: name })) added += 1;
  }
  return { added };
}

/** The first service of the booking systems that somebody performs; null: there is none. */
async function bookableService(scope: ActionScope, { branchIds, plugins }: AssistantSettings): Promise<string | null> {
  const kinds: ConnectionKind[] = [
    ...(plugins.yclients_salon ? ['yclients' as const] : []),
    ...(plugins.altegio_salon ? ['altegio' as const] : []),
  ];
  for (const kind of kinds) {
    const bookable = await listBookable(scope, { branchIds: branchIds.length === 0 ? null : branchIds, kind });
    const { services } = bookable;
    const offered = services.filter((one) => performersOf(bookable, [one]).length > 0);
    // The same one of several branches makes an assistant ask which.
    const isUnique = (title: string) => services.filter((one) => one.title === title).length === 1;
    const found = offered.find(({ title }) => isUnique(title)) ?? offered[0];
    if (found) return found.title;
  }
  return null;
}

/** Talk of which a case is made. */
const MAX_LINES = 40;

/** Makes a case of the conversation of a message that an assistant sent. */
export async function createCaseOfMessage(
  scope: MemberScope,
  messageId: MessageId,
): Promise<ReplyOf<typeof contract.createCaseOfMessage>> {
  const talk = await findTalkOfMessage(scope, messageId);
  if (!talk) throw new Problem('assistant_turn.not_found');
  const { assistantId, conversationId, contactId } = talk;
  const assistant = await findAssistantForUpdate(scope, assistantId);
  if (!assistant) throw new Problem('assistant_turn.not_found');
  const lines = await listTalk(scope, { id: conversationId, contactId }, MAX_LINES);
  const [first] = lines;
  const turns = first ? await listTurnsOfTalk(scope, conversationId, { since: first.at, limit: MAX_LINES }) : [];
  const name = (await reachOf(scope, [contactId])).get(contactId)?.contact.name ?? '';
  const settings = caseOfTalk(lines, turns, { name, language: await languageOfContact(scope, contactId) });
  if (!settings) throw new Problem('assistant_case.no_client_lines');
  return { ...(await createCase(scope, assistantId, settings)), assistantId };
}

/** @returns null: the assistant has that ready case */
async function addCase(
  scope: ActionScope,
  assistantId: AssistantId,
  given: { settings: CaseSettings; readyName: string | null },
): Promise<AssistantCaseId | null> {
  const id = newId(AssistantCaseId);
  const isAdded = await insertCase(scope, assistantId, { id, ...given, at: scope.clock.now() });
  if (isAdded) await announce(scope, 'assistants');
  return isAdded ? id : null;
}

/** The assistant, locked so that the limit holds. @throws {Problem} `assistant.not_found` */
async function lockAssistant(scope: ActionScope, id: AssistantId) {
  const assistant = await findAssistantForUpdate(scope, id);
  if (!assistant || assistant.deletedAt) throw new Problem('assistant.not_found');
  return assistant;
}

async function refuseBeyondLimit(scope: ActionScope, assistantId: AssistantId): Promise<void> {
  if ((await countCases(scope, assistantId)) >= MAX_CASES) throw new Problem('assistant_case.limit_reached');
}

async function getCase(scope: ActionScope, assistantId: AssistantId, caseId: AssistantCaseId) {
  const found = await findCase(scope, assistantId, caseId);
  if (!found) throw new Problem('assistant_case.not_found');
  return found;
}
