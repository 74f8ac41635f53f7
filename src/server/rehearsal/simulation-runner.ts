import { rehearseJob } from './jobs.ts';
import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { RehearsalId, RehearsalSummary } from '#contract/rehearsal/calls.ts';
import { FlowId } from '#contract/flows/calls.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { earlierOf, isBefore } from '#server/platform/values/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { loadTenantSnapshot } from '#server/flows/facts/fact-reads.ts';
import { loadPast } from './past.ts';
import { listConcerned } from './past-queries.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { failRehearsal, notifyFinished } from './ending.ts';
import { findRehearsal, type StoredRehearsal, updateRehearsal } from './queries.ts';
import { dayEnds, lastSendKey, limitedFlows } from './last-send-of-day.ts';
import { deleteEarly, findFullDay, listBeyond, takeRows } from './last-send-queries.ts';
import { insertRows, type ShownRow, sumPrices } from './rows.ts';
import { addPerson, concernOf, leadHours, type RehearsedRow } from './rules.ts';
import { rehearsePerson } from './rehearsing.ts';
import type { RehearsedPerson } from './simulation-state.ts';

// NOTE: a process: it goes through cabinets or batches, one transaction each.

/** Contacts simulated in one transaction. Bounds the memory and moves the progress bar. */
const BATCH_SIZE = 200;
/** Contacts simulated without yielding to the event loop. */
const STRETCH = 50;
/** Consecutive failures of a batch after which the rehearsal fails and its owner is notified. */
const MAX_FAILURES = 3;

/** Continues a rehearsal batch by batch, each in its own transaction, so that an interrupted rehearsal resumes where it was. */
export async function rehearse(
  ctx: Context,
  { tenantId, rehearsalId }: z.infer<typeof rehearseJob.payload>,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; ;) {
    try {
      const isOver = await withTenant(ctx, tenantId, (scope) => simulateBatch(scope, rehearsalId));
      if (isOver) return;
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures === MAX_FAILURES)
        return withTenant(ctx, tenantId, (scope) => failRehearsal(scope, rehearsalId, error));
    }
    if (signal.aborted) {
      await withTenant(ctx, tenantId, (scope) => enqueue(scope, rehearseJob, { tenantId, rehearsalId }));
      return;
    }
  }
}

/** @returns whether nothing is left to simulate */
async function simulateBatch(scope: ActionScope, id: RehearsalId): Promise<boolean> {
  const rehearsal = await findRehearsal(scope, id, { isLocked: true });
  if (rehearsal?.status !== 'running') return true;
  const { after, until, flows } = rehearsal;
  const since = sinceOf(rehearsal);
  const page = { ...concernOf(flows), after, limit: BATCH_SIZE };
  const contactIds = await listConcerned(scope, { from: since, until }, page);
  const isAllPlayed = contactIds.length < BATCH_SIZE;
  if (contactIds.length > 0) {
    const summary = await play(scope, rehearsal, { contactIds, taken: [] });
    const done = isAllPlayed ? rehearsal.total : Math.min(rehearsal.total, rehearsal.done + contactIds.length);
    await updateRehearsal(scope, id, { summary, done, after: contactIds.at(-1) ?? null });
    await announce(scope, 'rehearsals');
    if (!isAllPlayed || limitedFlows(flows).length > 0) return false;
  } else if (await limitBatch(scope, rehearsal)) return false;
  await finish(scope, id);
  return true;
}

/**
 * Applies the daily limits of flows to one day: finds the first day over a limit, stores its last message within the limit, and simulates
 * the contacts with later messages again. What then changes lies later, so the next day over a limit is searched in correct results.
 * @returns whether a day was over a limit
 */
async function limitBatch(scope: ActionScope, rehearsal: StoredRehearsal): Promise<boolean> {
  const { id, flows, lastLeaving } = rehearsal;
  const limits = limitedFlows(flows);
  if (limits.length === 0) return false;
  const { timeZone } = await getTenant(scope);
  const contactIds = await listBeyond(scope, id, dayEnds(lastLeaving, timeZone), BATCH_SIZE);
  if (contactIds.length > 0) {
    const taken = await takeRows(scope, id, contactIds);
    await updateRehearsal(scope, id, { summary: await play(scope, rehearsal, { contactIds, taken }) });
    return true;
  }
  const full = await findFullDay(scope, id, { limits, timeZone });
  if (!full) return false;
  const key = lastSendKey(full.flowIndex, full.day);
  if (key in lastLeaving) throw new Error('A day over the limit was not put off');
  await updateRehearsal(scope, id, { lastLeaving: { ...lastLeaving, [key]: full.last } });
  return true;
}

/**
 * Simulates contacts and stores the results.
 * @param who.taken their earlier results, which are subtracted from the summary
 * @returns the summary with the new results
 */
async function play(
  scope: ActionScope,
  rehearsal: StoredRehearsal,
  { contactIds, taken }: { contactIds: readonly ContactId[]; taken: readonly RehearsedRow[] },
): Promise<RehearsalSummary> {
  const { id, from, until, lastLeaving: last } = rehearsal;
  const since = sinceOf(rehearsal);
  const flows = rehearsal.flows.map((flow) => asLive(flow, rehearsal));
  const snapshot = await loadTenantSnapshot(scope, flows);
  const { timeZone } = snapshot.tenant;
  const { withBirthdays } = concernOf(rehearsal.flows);
  const people = await loadPast(scope, contactIds, { from: since, until }, { flows, snapshot, withBirthdays });
  const limited = new Set(limitedFlows(rehearsal.flows).map(({ flowIndex }) => flowIndex));
  const isShown = ({ at }: RehearsedRow) => !isBefore(at, from);
  const isCounted = ({ outcome, flowIndex }: RehearsedRow) => outcome === 'sent' && limited.has(flowIndex);
  const before = Map.groupBy(taken.filter(isShown), ({ contactId }) => contactId);

  const summary = structuredClone(rehearsal.summary);
  const playOne = (person: RehearsedPerson): ShownRow[] => {
    const [earlier, { recentMessages }] = [before.get(person.contactId) ?? [], person];
    if (earlier.length > 0) addPerson(summary, earlier, { recentMessages, timeZone, isTaken: true });
    const found = rehearsePerson(scope, snapshot, person, { flows, last, since, from, until });
    const early = found.filter((row) => !isShown(row) && isCounted(row)).map((row) => ({ ...row, isBusy: false }));
    return [...early, ...addPerson(summary, found.filter(isShown), { recentMessages, timeZone })];
  };
  let found: ShownRow[] = [];
  for (let start = 0; start < people.length; start += STRETCH) {
    const playing = setImmediate(people.slice(start, start + STRETCH)).then((some) => some.flatMap(playOne));
    // The database writes results while the next contacts are simulated.
    [found] = await Promise.all([playing, insertRows(scope, id, found)]);
  }
  await insertRows(scope, id, found);
  return summary;
}

async function finish(scope: ActionScope, id: RehearsalId): Promise<void> {
  const rehearsal = await findRehearsal(scope, id);
  if (!rehearsal) return;
  const { from, flows, total, summary } = rehearsal;
  const now = scope.clock.now();
  await deleteEarly(scope, id, from);
  const priced = { ...summary, ...(await sumPrices(scope, id)) };
  await updateRehearsal(scope, id, { status: 'done', done: total, summary: priced, finishedAt: now });
  await notifyFinished(scope, now, { id, flows, sent: summary.sent, people: summary.people, status: 'done' });
  await announce(scope, 'rehearsals');
}

/** The start of the simulation: early enough for events and messages before the period that affect it. */
function sinceOf({ from, flows }: StoredRehearsal): Temporal.Instant {
  return from.subtract({ hours: leadHours(flows) });
}

/** A flow as if it had been live since before the period. An unsaved flow has the rehearsal's id, which is the same in each batch. */
function asLive(
  { flowId, ...flow }: StoredRehearsal['flows'][number],
  { id, from }: Pick<StoredRehearsal, 'id' | 'from'>,
): StoredFlow {
  const started = flow.lastStartedAt ? Temporal.Instant.from(flow.lastStartedAt) : from;
  return {
    ...flow,
    id: flowId ?? FlowId.parse(id),
    status: 'working',
    errorReason: null,
    errorCode: null,
    statusBefore: null,
    mode: 'combat',
    liveSince: null,
    attention: null,
    testPhones: [],
    toFill: [],
    lastStartedAt: earlierOf(started, from),
    plannedUntil: flow.plannedUntil ? Temporal.Instant.from(flow.plannedUntil) : null,
    updatedAt: from,
    isDeleted: false,
  };
}
