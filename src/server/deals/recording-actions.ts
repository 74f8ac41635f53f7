import { randomUUIDv7 } from 'node:crypto';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { DealId } from '#contract/deals/ids.ts';
import type { DealFacts, DealTaskFacts } from '#server/connections/deal-port.ts';
import type { ClientFacts } from '#server/connections/port.ts';
import type { KnownBranch } from '#server/connections/storage/rules.ts';
import { contactsOfCards, upsertManyFromCrm } from '#server/contacts/crm/crm-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { emit } from '#server/platform/events/events.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { isHistory, isStale } from '#server/visits/storage/rules.ts';
import { findStages, getStageTitle, insertUnknownStages, keyOfStage, type KnownStage } from './catalogue-queries.ts';
import { dealChanged, dealCreated, dealStageChanged, dealTaskChanged, readPipelinesJob } from './jobs.ts';
import {
  insertDeal,
  listStoredDeals,
  listStoredTasks,
  lockRecording,
  putTask,
  relinkDeals,
  setDealGone,
  setTaskGone,
  type StoredDeal,
  updateDeal,
} from './queries.ts';
import { isTaskChanged } from './rules.ts';

type Read<Facts> = { facts: readonly Facts[]; readAt: Temporal.Instant };

/**
 * Stores deals of one account as they were read, and emits the events of each exactly once, however often and in which
 * order it is read. Their people become contacts.
 *
 * @param read.facts of duplicates the last is used
 * @param read.readAt when the reading began; data stored by a later reading is not overwritten
 */
export async function recordDeals(scope: ActionScope, branch: KnownBranch, read: Read<DealFacts>): Promise<void> {
  const facts = lastOfEach(read.facts);
  if (facts.length === 0) return;
  await lockRecording(scope, branch.connectionId);
  const known = await listStoredDeals(scope, branch.id, idsOf(facts));
  const stored = new Map(known.map((one) => [one.externalId, one]));
  const fresh = facts.filter((one) => {
    const before = stored.get(one.externalId);
    return !before || !isStale({ readAt: read.readAt, changedAt: one.changedAt }, before);
  });
  if (fresh.length === 0) return;
  await recordPeople(
    scope,
    branch,
    fresh.flatMap(({ person }) => person ?? []),
  );
  const contactIds = await contactsOfCards(scope, branch.id, [
    ...new Set(fresh.flatMap(({ personIds }) => personIds.slice(0, 1))),
  ]);
  const stages = await stagesOf(scope, branch, fresh);
  const added = new Map<string, ContactId | null>();
  for (const one of fresh) {
    const stage = stages.get(keyOfStage(one.stage));
    if (!stage) throw new Error(`No stage of deal ${one.externalId}`);
    const contactId = contactIds.get(one.personIds[0] ?? '') ?? null;
    const deal = { facts: one, contactId, stage, readAt: read.readAt };
    const before = stored.get(one.externalId);
    if (before) await recordAgain(scope, branch, before, deal);
    else {
      await recordNew(scope, branch, deal);
      added.set(one.externalId, contactId);
    }
  }
  await emitWaitingTasks(scope, branch, added);
  await announce(scope, 'deals');
}

/** Stores that the CRM has a deal no more. */
export async function recordDealGone(
  scope: ActionScope,
  branch: KnownBranch,
  { externalId, readAt }: { externalId: string; readAt: Temporal.Instant },
): Promise<void> {
  await lockRecording(scope, branch.connectionId);
  const [before] = await listStoredDeals(scope, branch.id, [externalId]);
  if (!before || before.isDeleted || isStale({ readAt, changedAt: null }, before)) return;
  await setDealGone(scope, before.id, readAt);
  await emitChanged(scope, before.id, before.contactId);
  await announce(scope, 'deals');
}

/** Stores people of a CRM as contacts, and gives deals of known people to the contacts that these are now. */
export async function recordPeople(
  scope: ActionScope,
  branch: KnownBranch,
  clients: readonly ClientFacts[],
): Promise<void> {
  const people = lastOfEach(clients);
  if (people.length === 0) return;
  const { countryId } = await getTenant(scope);
  await upsertManyFromCrm(scope, { branchId: branch.id, clients: people, countryHint: countryId });
  const moved = await relinkDeals(scope, branch.id, idsOf(people));
  for (const { id, contactId } of moved) await emitChanged(scope, id, contactId);
}

/** Stores tasks of deals as {@link recordDeals} stores deals. */
export async function recordTasks(scope: ActionScope, branch: KnownBranch, read: Read<DealTaskFacts>): Promise<void> {
  const facts = lastOfEach(read.facts);
  if (facts.length === 0) return;
  await lockRecording(scope, branch.connectionId);
  const known = await listStoredTasks(scope, branch.id, { externalIds: idsOf(facts) });
  const stored = new Map(known.map((one) => [one.externalId, one]));
  const dealIds = [...new Set(facts.map(({ dealId }) => dealId))];
  const deals = new Map((await listStoredDeals(scope, branch.id, dealIds)).map((one) => [one.externalId, one]));
  for (const one of facts) {
    const before = stored.get(one.externalId);
    if (before && isStale({ readAt: read.readAt, changedAt: one.changedAt }, before)) continue;
    const isChanged = !before || isTaskChanged(before, { ...one, dealExternalId: one.dealId });
    const isPutOff = before !== undefined && !before.dueAt.equals(one.dueAt);
    const revision = (before?.revision ?? 0) + (isChanged ? 1 : 0);
    const id = await putTask(scope, {
      facts: one,
      branchId: branch.id,
      dueVersion: (before?.dueVersion ?? 1) + (isPutOff ? 1 : 0),
      revision,
      readAt: read.readAt,
    });
    const contactId = deals.get(one.dealId)?.contactId ?? null;
    if (isChanged && !isHistory(one.changedAt, branch))
      await emit(scope, dealTaskChanged, {
        dedupeKey: `${id}:${revision}`,
        subjectId: id,
        contactId,
        facts: {},
        occurredAt: one.changedAt,
      });
  }
}

/** Stores that the CRM has a task no more. */
export async function recordTaskGone(
  scope: ActionScope,
  branch: KnownBranch,
  { externalId, readAt }: { externalId: string; readAt: Temporal.Instant },
): Promise<void> {
  await lockRecording(scope, branch.connectionId);
  const [before] = await listStoredTasks(scope, branch.id, { externalIds: [externalId] });
  if (!before || before.isDeleted || isStale({ readAt, changedAt: null }, before)) return;
  const revision = before.revision + 1;
  await setTaskGone(scope, { id: before.id, revision }, readAt);
  const occurredAt = scope.clock.now();
  const dedupeKey = `${before.id}:${revision}`;
  await emit(scope, dealTaskChanged, { dedupeKey, subjectId: before.id, facts: {}, occurredAt });
}

/** Returns the stages of deals. One that the catalogue lacks was added lately: the pipelines are read again. */
async function stagesOf(
  scope: ActionScope,
  branch: KnownBranch,
  facts: readonly DealFacts[],
): Promise<Map<string, KnownStage>> {
  const wanted = facts.map(({ stage }) => stage);
  const stages = await findStages(scope, branch.id, wanted);
  const missing = new Map(wanted.filter((one) => !stages.has(keyOfStage(one))).map((one) => [keyOfStage(one), one]));
  if (missing.size === 0) return stages;
  await insertUnknownStages(scope, branch.id, [...missing.values()]);
  await enqueue(scope, readPipelinesJob, { tenantId: scope.tenantId, branchId: branch.id });
  return findStages(scope, branch.id, wanted);
}

type ResolvedDeal = {
  facts: DealFacts;
  contactId: ContactId | null;
  stage: KnownStage;
  readAt: Temporal.Instant;
};

/** A deal made before we read its account is history and emits no event. */
async function recordNew(scope: ActionScope, branch: KnownBranch, deal: ResolvedDeal): Promise<void> {
  const { facts, contactId } = deal;
  const id = await insertDeal(scope, { ...writeOf(scope, branch, deal), stageVersion: 1 });
  if (facts.isDeleted || isHistory(facts.createdAt, branch)) return;
  await emit(scope, dealCreated, {
    dedupeKey: id,
    subjectId: id,
    contactId,
    facts: {},
    occurredAt: facts.createdAt,
  });
}

async function recordAgain(
  scope: ActionScope,
  branch: KnownBranch,
  before: StoredDeal,
  deal: ResolvedDeal,
): Promise<void> {
  const { facts, stage } = deal;
  // NOTE: a person may not be read yet; the former contact is not given up for nobody.
  const contactId = deal.contactId ?? (facts.personIds.length > 0 ? before.contactId : null);
  const isMoved = stage.id !== before.stageId;
  const stageVersion = before.stageVersion + (isMoved ? 1 : 0);
  const formerTitle = isMoved ? await getStageTitle(scope, before.stageId) : '';
  await updateDeal(scope, before.id, { ...writeOf(scope, branch, { ...deal, contactId }), stageVersion });
  const isOther = facts.isDeleted !== before.isDeleted || contactId !== before.contactId;
  if (isOther) await emitChanged(scope, before.id, contactId);
  if (!isMoved || isHistory(facts.changedAt, branch)) return;
  await emit(scope, dealStageChanged, {
    dedupeKey: `${before.id}:${stageVersion}`,
    subjectId: before.id,
    contactId,
    facts: {
      from: before.stageId,
      to: stage.id,
      fromTitle: formerTitle,
      toTitle: stage.title,
      statusVersion: stageVersion,
    },
    occurredAt: facts.changedAt,
  });
}

function writeOf(scope: ActionScope, branch: KnownBranch, { facts, contactId, stage, readAt }: ResolvedDeal) {
  const recordedAt = scope.clock.now();
  return { facts, branchId: branch.id, contactId, stageId: stage.id, readAt, recordedAt };
}

/** Emits open tasks of deals that were stored after them: before, nothing was known of whom they are about. */
async function emitWaitingTasks(
  scope: ActionScope,
  branch: KnownBranch,
  deals: ReadonlyMap<string, ContactId | null>,
): Promise<void> {
  if (deals.size === 0) return;
  const now = scope.clock.now();
  for (const task of await listStoredTasks(scope, branch.id, { dealExternalIds: [...deals.keys()] })) {
    if (!isAfter(task.dueAt, now)) continue;
    const contactId = deals.get(task.dealExternalId) ?? null;
    const happened = { subjectId: task.id, contactId, facts: {}, occurredAt: now };
    await emit(scope, dealTaskChanged, { dedupeKey: `${task.id}:deal`, ...happened });
  }
}

async function emitChanged(scope: ActionScope, id: DealId, contactId: ContactId | null): Promise<void> {
  const occurredAt = scope.clock.now();
  await emit(scope, dealChanged, { dedupeKey: randomUUIDv7(), subjectId: id, contactId, facts: {}, occurredAt });
}

function lastOfEach<Facts extends { externalId: string }>(facts: readonly Facts[]): Facts[] {
  return [...new Map(facts.map((one) => [one.externalId, one])).values()];
}

const idsOf = (facts: readonly { externalId: string }[]) => facts.map(({ externalId }) => externalId);
