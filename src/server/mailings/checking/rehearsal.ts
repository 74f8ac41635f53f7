import { z } from 'zod';
import { ContactId } from '#contract/contacts/calls.ts';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/mailings/check.ts';
import type { MailingRehearsal, RehearsedGroup } from '#contract/mailings/check.ts';
import { reachOf } from '#server/contacts/book/actions.ts';
import { type RehearsedOutcome, rehearse, type Rehearsed } from '#server/mailings/deciding/rehearsing.ts';
import { decideRecipient } from '#server/mailings/deciding/rules.ts';
import { countListedByWay, listExpectedRecipients } from '#server/mailings/recipients/listing.ts';
import type { Expected } from '#server/mailings/recipients/recipient-queries.ts';
import { loadRecipients, loadSnapshot, type Snapshot } from '#server/mailings/sending/snapshot.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import { asOfNextRun } from '#server/mailings/sending/repeating.ts';
import { draftOf } from './drafts.ts';
import { sumGroups, timelineOf } from './sums.ts';

/** Recipients who are decided one by one; of more, as many are chosen by a hash. */
const MAX_SAMPLED = 10_000;
const BATCH = 1_000;

type Request = BodyOf<typeof contract.rehearseMailing>;
type Sums = ReturnType<typeof sumGroups>;

/** Rehearses a mailing with unsaved settings, as if it went live now. */
export async function rehearseMailing(scope: ActionScope, request: Request): Promise<MailingRehearsal> {
  const { sums, outcomes, weight } = await play(scope, request);
  const many = (count: number) => Math.round(count * weight);
  const sorted = (rules: readonly DecisionRule[]) =>
    [...Map.groupBy(rules, (rule) => rule)]
      .map(([rule, list]) => ({ rule, contacts: many(list.length) }))
      .toSorted((one, other) => other.contacts - one.contacts);
  const missed = sorted(outcomes.flatMap(({ at, rule }) => (at === null && rule ? [rule] : [])));
  const byHour = Map.groupBy(
    outcomes.flatMap(({ at }) => (at ? [at.toString()] : [])),
    (at) => at,
  );
  return {
    ...sums,
    reached: sums.recipients - missed.reduce((sum, { contacts }) => sum + contacts, 0),
    hours: [...byHour].map(([at, list]) => ({ at, messages: many(list.length) })).toSorted(byMoment),
    missed,
    waited: sorted(outcomes.flatMap(({ at, rule }) => (at !== null && rule ? [rule] : []))),
    sampled: outcomes.length,
  };
}

const byMoment = (one: { at: string }, other: { at: string }) => Date.parse(one.at) - Date.parse(other.at);

/** A page of the contacts behind a count of the rehearsal, by id. */
export async function listRehearsedPeople(
  scope: ActionScope,
  { group, cursor, limit, ...request }: BodyOf<typeof contract.listRehearsedPeople>,
): Promise<ReplyOf<typeof contract.listRehearsedPeople>> {
  const [after = ''] = readCursor(cursor, z.tuple([ContactId])) ?? [];
  const { outcomes } = await play(scope, request);
  const chosen = outcomes
    .filter((outcome) => isIn(group, outcome) && outcome.contactId > after)
    .map(({ contactId }) => contactId);
  const ids = chosen.toSorted().slice(0, limit + 1);
  const people = await reachOf(scope, ids);
  return toPage(
    ids,
    limit,
    (contactId) => {
      const { name = '', phone = null } = people.get(contactId)?.contact ?? {};
      return { contactId, name, phone };
    },
    (contactId) => [contactId],
  );
}

function isIn(group: RehearsedGroup, { at, rule }: RehearsedOutcome): boolean {
  if ('hour' in group) return at !== null && at.equals(Temporal.Instant.from(group.hour));
  if ('missed' in group) return at === null && rule === group.missed;
  return at !== null && rule === group.waited;
}

/** @returns `weight`: recipients that each one of the sample stands for */
async function play(
  scope: ActionScope,
  { settings, mailingId }: Request,
): Promise<{ sums: Sums; outcomes: RehearsedOutcome[]; weight: number }> {
  const draft = draftOf(await asOfNextRun(scope, settings), mailingId);
  const snapshot = await loadSnapshot(scope, draft);
  const groups = await countListedByWay(scope, draft);
  const sums = sumGroups(groups);
  const every = Math.ceil(sums.recipients / MAX_SAMPLED) || 1;
  const expected = await listExpectedRecipients(scope, draft, { every, limit: MAX_SAMPLED });
  const rehearsed = await loadRehearsed(scope, snapshot, expected);
  const weight = rehearsed.length > 0 ? sums.recipients / rehearsed.length : 1;
  const ways = groups.flatMap(({ channelId, exclusion, contacts }) =>
    channelId && exclusion === '' ? [{ channelId, recipients: contacts }] : [],
  );
  const {
    perDay,
    perDayOn = () => perDay,
    perSecond,
    ...pace
  } = timelineOf(scope.clock.now(), snapshot, { draft, ways });
  const timeline = {
    ...pace,
    perDay: scaled(perDay, weight),
    perDayOn: (daysAhead: number) => scaled(perDayOn(daysAhead), weight),
    perSecond: perSecond / weight,
  };
  return { sums, outcomes: rehearse(timeline, rehearsed), weight };
}

/** A limit of the sample's messages, each of which stands for some; at least one, where any may leave. */
function scaled(perDay: number | null, weight: number): number | null {
  return perDay === null || perDay === 0 ? perDay : Math.max(1, Math.round(perDay / weight));
}

async function loadRehearsed(
  scope: ActionScope,
  snapshot: Snapshot,
  expected: readonly Expected[],
): Promise<Rehearsed[]> {
  const rehearsed: Rehearsed[] = [];
  for (let start = 0; start < expected.length; start += BATCH) {
    const batch = expected.slice(start, start + BATCH);
    const ids = batch.map(({ contactId }) => contactId);
    const recipients = await loadRecipients(scope, ids, snapshot);
    for (const { contactId, timeZone } of batch) {
      const known = recipients.get(contactId)?.facts;
      if (known) rehearsed.push({ contactId, timeZone, decide: (at) => decideRecipient(snapshot.facts, known, at) });
    }
  }
  return rehearsed;
}
