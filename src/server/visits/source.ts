import { getCapability, type OpenBranch } from '#server/connections/storage/opening-actions.ts';
import type { BookingCapability, ProviderResult, VisitFacts } from '#server/connections/port.ts';
import type { KnownBranch } from '#server/connections/storage/rules.ts';
import type { Cursor } from '#server/connections/jobs.ts';
import type { Notice, Recording, Source } from '#server/connections/sync/port.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { saveCatalogue } from './catalogue/catalogue-actions.ts';
import { recordClient } from './clients/clients-actions.ts';
import { readCatalogueJob, readClientsJob } from './jobs.ts';
import { listKnownClients, listReadTimes } from './storage/queries.ts';
import { connectionKind } from '#contract/connections/kinds.ts';
import { recordUnlisted } from './recording/unlisted-actions.ts';
import { recordGone, recordVisits } from './recording/recording-actions.ts';

/** The days a branch is read for from scratch: upcoming reminders, and recent visits. */
const RECENT_DAYS = { before: 30, ahead: 90 };
/** A year and a month: covers a salon's year and the usual delay of invitations after the last visit. */
const PAST_DAYS = 400;
/** A poll overlaps the last one: clocks differ, and a change may be stored after its timestamp. */
const OVERLAP_MINUTES = 5;
/** Client cards are read hourly: payloads about them may be lost, and nothing depends on minutes. */
const CLIENTS_HOURS = 1;
/** Masters and services are usually changed several in a row. */
const CATALOGUE_QUIET_SECONDS = 20;

/** Visits of booking systems: read in pages, and by payloads that only name a record to read again. */
export const visitSource: Source<VisitFacts> = {
  pagesPerRun: 3,

  begin(stretch, branch, { now, since }) {
    if (stretch === 'changes') {
      const changedAfter = (since ?? now).subtract({ minutes: OVERLAP_MINUTES });
      return { changedAfter: changedAfter.toString(), page: 1 };
    }
    const today = now.toZonedDateTimeISO(branch.timeZone).toPlainDate();
    const from = today.subtract({ days: RECENT_DAYS.before });
    return stretch === 'recent'
      ? periodOf(from, today.add({ days: RECENT_DAYS.ahead }))
      : periodOf(from.subtract({ days: PAST_DAYS }), from.subtract({ days: 1 }));
  },

  async readPage({ provider, caller, branch }, cursor) {
    const page = Number(cursor['page']);
    const read = await getCapability(provider, 'bookings').listVisits(caller, branch, whichOf(cursor), page);
    if (!read.isOk) return read;
    const { visits, nextPage, ...rest } = read.value;
    const next = nextPage === null ? null : { ...cursor, page: nextPage };
    return { isOk: true, value: { ...rest, items: visits, next, revision: null } };
  },

  async record(scope, branch, { items, readAt, stretch }) {
    // The cards of all clients are read after the first period and after the past.
    const areCardsReadNext = stretch === 'recent' || stretch === 'past';
    await recordVisits(scope, branch, { facts: items, readAt, areCardsReadNext });
  },

  prepare: saveCatalogue,

  async finish(scope, branch, stretch, now) {
    const { id: branchId, clientsUntil } = branch;
    const isWhole = stretch !== 'changes';
    // Cards that were never read to the end are read with the branch.
    if (!isWhole && (!clientsUntil || isAfter(clientsUntil.add({ hours: CLIENTS_HOURS }), now))) return;
    const changedAfter =
      isWhole || !clientsUntil ? null : clientsUntil.subtract({ minutes: OVERLAP_MINUTES }).toString();
    await enqueue(scope, readClientsJob, { tenantId: scope.tenantId, branchId, changedAfter, page: 1 });
  },

  async settleUnlisted(scope, branch, now) {
    const { listsDaysAhead } = connectionKind(branch.connectionKind);
    if (listsDaysAhead === undefined || branch.changedUntil === null) return;
    // A day less: the list ends with a day of the branch's calendar.
    const until = now.add({ hours: 24 * (listsDaysAhead - 1) });
    await recordUnlisted(scope, branch, { from: now, until, readBefore: branch.changedUntil });
  },

  parsePayload(provider, { body }, branches) {
    const records = provider.bookings?.readRecords?.(body, branches);
    if (records) {
      const delivered = records.map(({ visits, ...rest }) => ({ ...rest, items: visits, unknownFields: [] }));
      return { notices: [], delivered, unreadable: [] };
    }
    const notice = getCapability(provider, 'bookings').readPayload(body);
    return { notices: [notice], delivered: [], unreadable: [] };
  },

  notices: { burst: { quietMs: 400, patienceMs: 2_000 }, selectNeeded, read: readNotice },
};

const periodOf = (from: Temporal.PlainDate, to: Temporal.PlainDate): Cursor => ({
  from: from.toString(),
  to: to.toString(),
  page: 1,
});

function whichOf({ changedAfter, from, to }: Cursor): Parameters<BookingCapability['listVisits']>[2] {
  if (changedAfter !== undefined) return { changedAfter: Temporal.Instant.from(String(changedAfter)) };
  return { from: Temporal.PlainDate.from(String(from)), to: Temporal.PlainDate.from(String(to)) };
}

/**
 * Keeps notices about stored records that were not read since. Cards of unknown clients are read within the hour, many
 * at once.
 */
async function selectNeeded<Any extends Notice>(
  scope: TenantScope,
  branch: KnownBranch,
  notices: readonly Any[],
): Promise<Any[]> {
  const idsOf = (wanted: Notice['kind']) =>
    notices.flatMap(({ kind, externalId }) => (kind === wanted ? [externalId] : []));
  const readTimes = await listReadTimes(scope, branch.id, idsOf('visit'));
  const known = await listKnownClients(scope, branch.id, idsOf('client'));
  return notices.filter(({ kind, externalId, receivedAt }) => {
    if (kind === 'client') return known.has(externalId);
    const readAt = readTimes.get(externalId);
    const isReadSince = readAt && isAfter(readAt, receivedAt);
    return kind === 'catalogue' || (kind === 'visit' && !isReadSince);
  });
}

async function readNotice(
  { provider, caller, branch }: OpenBranch,
  { kind, externalId }: Notice,
): Promise<ProviderResult<Recording>> {
  const bookings = getCapability(provider, 'bookings');
  if (kind === 'visit') {
    const read = await bookings.getVisit(caller, branch, externalId);
    if (!read.isOk) return read;
    const facts = read.value;
    return found(async (scope, readAt) => {
      if (facts) await recordVisits(scope, branch, { facts: [facts], readAt });
      else await recordGone(scope, branch, { externalId, readAt });
    });
  }
  if (kind === 'client') {
    const read = await bookings.getClient(caller, branch, externalId);
    if (!read.isOk) return read;
    const client = read.value;
    return found(async (scope, readAt) => {
      if (client) await recordClient(scope, branch.id, { client, readAt });
    });
  }
  return found(async (scope) => {
    const runAt = scope.clock.now().add({ seconds: CATALOGUE_QUIET_SECONDS });
    await enqueue(scope, readCatalogueJob, { tenantId: scope.tenantId, branchId: branch.id }, { runAt });
  });
}

const found = (value: Recording) => ({ isOk: true, value }) as const;
