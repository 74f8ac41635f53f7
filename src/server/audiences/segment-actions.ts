import type { z } from 'zod';
import type * as contract from '#contract/audiences/segments.ts';
import { type Segment, SegmentId } from '#contract/audiences/segments.ts';
import type { FlowConditions } from '#contract/audiences/calls.ts';
import { SAMPLES } from '#contract/audiences/values.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { audienceFilter, countAudience } from './contact-reads.ts';
import { countLive, newestOfAudience } from './count-reads.ts';
import { findLost } from './known-reads.ts';
import { addMembers, storeMembers } from './member-queries.ts';
import { loadContactFacts } from './person-reads.ts';
import { loadAudienceQuestion } from './question-reads.ts';
import { explainCondition } from './rules.ts';
import {
  findSegment,
  insertSegment,
  listSegmentConditions,
  listSizes,
  lockSegments,
  saveSize,
  type StoredSegment,
  updateSegment,
} from './segment-queries.ts';
import { ofContacts, segmentIdsIn } from './segment-rules.ts';

/** @throws {Problem} `segment.not_found` */
export async function getSegment(scope: TenantScope, id: SegmentId): Promise<Segment> {
  const segment = await aliveSegment(scope, id);
  return { ...segment, lost: await findLost(scope, segment.conditions) };
}

export async function createSegment(
  scope: ActionScope,
  { title, kind, conditions }: Pick<BodyOf<typeof contract.createSegment>, 'title' | 'kind' | 'conditions'>,
): Promise<Segment> {
  const id = newId(SegmentId);
  await insertSegment(scope, { id, title, kind: 'current', conditions }, scope.clock.now());
  await recount(scope, id);
  if (kind === 'frozen') return freezeSegment(scope, id);
  await announce(scope, 'segments');
  return getSegment(scope, id);
}

/** Saves chosen contacts as a frozen segment: it has no conditions. */
export async function createSegmentOf(
  scope: ActionScope,
  { title, contactIds }: { title: string; contactIds: readonly ContactId[] },
): Promise<Segment> {
  const id = newId(SegmentId);
  const conditions: FlowConditions = { match: 'all', groups: [] };
  await insertSegment(scope, { id, title, kind: 'frozen', conditions }, scope.clock.now());
  await addMembers(scope, id, contactIds);
  await recount(scope, id);
  await announce(scope, 'segments');
  return getSegment(scope, id);
}

/** Changes the title and conditions. @throws {Problem} when another member saved meanwhile, or of a circle */
export async function saveSegment(
  scope: ActionScope,
  id: SegmentId,
  { title, conditions, baseVersion }: BodyOf<typeof contract.saveSegment>,
): Promise<Segment> {
  await lockSegments(scope);
  const segment = await aliveSegment(scope, id, { isLocked: true });
  if (segment.version !== baseVersion) throw new Problem('segment.changed_meanwhile', { version: segment.version });
  const isSame = JSON.stringify(segment.conditions) === JSON.stringify(conditions);
  if (segment.kind === 'frozen' && !isSame) throw new Problem('segment.frozen');
  await refuseCircle(scope, id, conditions);
  await updateSegment(scope, id, { title, ...(!isSame && { conditions }) }, scope.clock.now());
  if (!isSame) await recount(scope, id);
  await announce(scope, 'segments');
  return getSegment(scope, id);
}

/** Keeps the contacts that a segment has now; safe to repeat. */
export async function freezeSegment(scope: ActionScope, id: SegmentId): Promise<Segment> {
  await lockSegments(scope);
  const segment = await aliveSegment(scope, id, { isLocked: true });
  if (segment.kind === 'current') {
    await storeMembers(scope, id, await loadAudienceQuestion(scope, { segmentId: id }));
    await updateSegment(scope, id, { kind: 'frozen' }, scope.clock.now());
    await recount(scope, id);
    await announce(scope, 'segments');
  }
  return getSegment(scope, id);
}

export async function duplicateSegment(scope: ActionScope, id: SegmentId, title: string): Promise<Segment> {
  const { conditions } = await aliveSegment(scope, id);
  return createSegment(scope, { title, kind: 'current', conditions });
}

export async function deleteSegment(scope: ActionScope, id: SegmentId): Promise<void> {
  await aliveSegment(scope, id, { isLocked: true });
  await updateSegment(scope, id, { isDeleted: true }, scope.clock.now());
  await announce(scope, 'segments');
}

/** Takes a deletion back. @throws {Problem} when its conditions would refer to themselves by now */
export async function restoreSegment(scope: ActionScope, id: SegmentId): Promise<Segment> {
  await lockSegments(scope);
  const segment = await findSegment(scope, id, { isLocked: true });
  if (!segment) throw new Problem('segment.not_found');
  if (segment.isDeleted) {
    await refuseCircle(scope, id, segment.conditions);
    await updateSegment(scope, id, { isDeleted: false }, scope.clock.now());
    await announce(scope, 'segments');
  }
  return getSegment(scope, id);
}

const MAX_DAYS = 366;

export async function sizesOfSegment(
  scope: TenantScope,
  id: SegmentId,
): Promise<ReplyOf<typeof contract.listSegmentSizes>> {
  await aliveSegment(scope, id);
  return { days: await listSizes(scope, id, MAX_DAYS) };
}

type Unsaved = z.output<typeof contract.countUnsaved.body>;

/** Counts conditions that are edited. */
export async function countUnsaved(
  scope: ActionScope,
  { conditions, segmentId }: Unsaved,
): Promise<ReplyOf<typeof contract.countUnsaved>> {
  if (segmentId) await refuseCircle(scope, segmentId, conditions);
  const live = await countLive(scope, await loadAudienceQuestion(scope, { conditions: ofContacts(conditions) }));
  return { ...live, lost: await findLost(scope, conditions) };
}

/** Lists a few contacts of conditions that are edited, with the values that each condition compared. */
export async function sampleUnsaved(
  scope: ActionScope,
  { conditions, segmentId }: Unsaved,
): Promise<ReplyOf<typeof contract.sampleUnsaved>> {
  if (segmentId) await refuseCircle(scope, segmentId, conditions);
  const question = await loadAudienceQuestion(scope, { conditions: ofContacts(conditions) });
  const found = await newestOfAudience(scope, audienceFilter(scope.tenantId, question), SAMPLES);
  const people = found.map((row) => ({ ...row, id: ContactId.parse(row.id) }));
  const facts = await loadContactFacts(
    scope,
    people.map(({ id }) => id),
    question,
  );
  const explain = (id: ContactId) => {
    const known = facts.get(id);
    return question.conditions.groups.flatMap((group, index) =>
      group.conditions.flatMap((one, condition) =>
        known ? [{ group: index, condition, ...explainCondition(one, known, question) }] : [],
      ),
    );
  };
  return { people: people.map((person) => ({ ...person, facts: explain(person.id) })) };
}

/** Counts a segment again and records its size of the day. */
export async function recount(scope: ActionScope, id: SegmentId): Promise<void> {
  const question = await loadAudienceQuestion(scope, { segmentId: id });
  const day = question.now.toZonedDateTimeISO(question.timeZone).toPlainDate();
  await saveSize(scope, id, { size: await countAudience(scope, question), day, now: question.now });
}

async function aliveSegment(scope: TenantScope, id: SegmentId, how?: { isLocked: boolean }): Promise<StoredSegment> {
  const segment = await findSegment(scope, id, how);
  if (!segment || segment.isDeleted) throw new Problem('segment.not_found');
  return segment;
}

/** @throws {Problem} `segment.circle` with the segment through which the conditions come back to their own */
async function refuseCircle(scope: TenantScope, id: SegmentId, conditions: FlowConditions): Promise<void> {
  const seen = new Set<SegmentId>();
  for (let ids = segmentIdsIn(conditions); ids.length > 0;) {
    const found = await listSegmentConditions(scope, ids);
    const circular = found.find((one) => one.id === id || leadsTo(one, id));
    if (circular) throw new Problem('segment.circle', { title: circular.title });
    for (const one of ids) seen.add(one);
    const next = found.flatMap((one) => (one.kind === 'frozen' ? [] : segmentIdsIn(one.conditions)));
    ids = [...new Set(next)].filter((one) => !seen.has(one));
  }
}

const leadsTo = ({ kind, conditions }: Pick<StoredSegment, 'kind' | 'conditions'>, id: SegmentId) =>
  kind === 'current' && segmentIdsIn(conditions).includes(id);
