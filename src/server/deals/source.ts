import type { Cursor } from '#server/connections/jobs.ts';
import type { DealCapability, DealFacts, DealTaskFacts } from '#server/connections/deal-port.ts';
import type { ClientFacts, ProviderResult } from '#server/connections/port.ts';
import { getCapability, type OpenBranch } from '#server/connections/storage/opening-actions.ts';
import type { KnownBranch } from '#server/connections/storage/rules.ts';
import type { Notice, Page, Recording, Source } from '#server/connections/sync/port.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { saveCatalogue } from './catalogue-actions.ts';
import { findDeletedJob, readPipelinesJob } from './jobs.ts';
import { listReadTimes } from './queries.ts';
import { recordDealGone, recordDeals, recordPeople, recordTaskGone, recordTasks } from './recording-actions.ts';

/** Days whose changes are read at first; all older deals follow at the lowest priority. */
const RECENT_DAYS = 30;
/** A poll overlaps the last one: clocks differ, and a change may be stored after its timestamp. */
const OVERLAP_MINUTES = 5;
/** Pipelines are changed rarely, and a payload about it may be lost. */
const CATALOGUE_HOURS = 1;
/** Several changes of pipelines in a row are read once. */
const CATALOGUE_QUIET_SECONDS = 20;
/** Deals of one page whose people are read one by one; the list of people has those of more. */
const MAX_PEOPLE_READ = 50;

/** A deal, a task of one, or a person. */
type DealItem =
  | { kind: 'deal'; facts: DealFacts }
  | { kind: 'task'; facts: DealTaskFacts }
  | { kind: 'person'; facts: ClientFacts };

/** Kinds of records that are read of an account, in this order: a deal finds its contact. */
const PARTS = ['people', 'deals', 'tasks'] as const;
type Part = (typeof PARTS)[number];

/** Deals of CRMs with their people and tasks: read in pages, and by payloads that only name a record to read again. */
export const dealSource: Source<DealItem> = {
  pagesPerRun: 3,

  begin(stretch, _branch, { now, since }) {
    const first = { part: PARTS[0], page: 1 };
    if (stretch === 'past') return first;
    const changedAfter =
      stretch === 'changes'
        ? (since ?? now).subtract({ minutes: OVERLAP_MINUTES })
        : now.subtract({ hours: 24 * RECENT_DAYS });
    return { ...first, changedAfter: changedAfter.toString(), stretch };
  },

  async readPage(opened, cursor) {
    const part = PARTS.find((one) => one === cursor['part']) ?? PARTS[0];
    const read = await READERS[part](opened, cursor);
    if (!read.isOk) return read;
    const { nextPage, ...page } = read.value;
    return { isOk: true, value: { ...page, next: nextOf(cursor, part, nextPage), total: null, revision: null } };
  },

  async record(scope, branch, { items, readAt }) {
    await recordPeople(scope, branch, factsOf(items, 'person'));
    await recordDeals(scope, branch, { facts: factsOf(items, 'deal'), readAt });
    await recordTasks(scope, branch, { facts: factsOf(items, 'task'), readAt });
  },

  prepare: saveCatalogue,

  async finish(scope, branch, stretch, now) {
    if (stretch !== 'changes') return;
    const runAt = now.add({ hours: CATALOGUE_HOURS });
    await enqueue(scope, readPipelinesJob, refOf(scope, branch), { runAt });
    await enqueue(scope, findDeletedJob, refOf(scope, branch));
  },

  parsePayload(provider, { body }) {
    return { notices: getCapability(provider, 'deals').readPayload(body), delivered: [], unreadable: [] };
  },

  notices: { burst: { quietMs: 400, patienceMs: 2_000 }, selectNeeded, read: readNotice },
};

type PartPage = Pick<Page<DealItem>, 'items' | 'unreadable' | 'unknownFields'> & { nextPage: number | null };

const READERS: Readonly<Record<Part, (opened: OpenBranch, cursor: Cursor) => Promise<ProviderResult<PartPage>>>> = {
  async people({ provider, caller, branch }, cursor) {
    const read = await getCapability(provider, 'deals').listPeople(caller, branch, ...positionOf(cursor));
    if (!read.isOk) return read;
    const { clients, nextPage } = read.value;
    return {
      isOk: true,
      value: plainPage(
        clients.map((facts) => ({ kind: 'person', facts })),
        nextPage,
      ),
    };
  },

  async deals({ provider, caller, branch }, cursor) {
    const capability = getCapability(provider, 'deals');
    const read = await capability.listDeals(caller, branch, ...positionOf(cursor));
    if (!read.isOk) return read;
    const { deals, ...rest } = read.value;
    const people =
      cursor['stretch'] === 'changes'
        ? await readPeople(capability, { caller, branch }, deals)
        : { isOk: true as const, value: [] };
    if (!people.isOk) return people;
    const items: DealItem[] = [
      ...people.value.map((facts) => ({ kind: 'person', facts }) as const),
      ...deals.map((facts) => ({ kind: 'deal', facts }) as const),
    ];
    return { isOk: true, value: { ...rest, items } };
  },

  async tasks({ provider, caller, branch }, cursor) {
    // NOTE: of all tasks only the open ones are listed; a poll reads those that were done too.
    const [changedAfter, page] = positionOf(cursor);
    const after = cursor['stretch'] === 'changes' ? changedAfter : null;
    const read = await getCapability(provider, 'deals').listTasks(caller, branch, after, page);
    if (!read.isOk) return read;
    const { tasks, nextPage } = read.value;
    return {
      isOk: true,
      value: plainPage(
        tasks.map((facts) => ({ kind: 'task', facts })),
        nextPage,
      ),
    };
  },
};

/** Reads the main people of changed deals that came without them: a message about a deal needs its contact. */
async function readPeople(
  capability: DealCapability,
  { caller, branch }: Pick<OpenBranch, 'caller' | 'branch'>,
  deals: readonly DealFacts[],
): Promise<ProviderResult<ClientFacts[]>> {
  const missing = [
    ...new Set(deals.flatMap(({ person, personIds }) => (person === undefined ? personIds.slice(0, 1) : []))),
  ];
  const people: ClientFacts[] = [];
  for (const id of missing.slice(0, MAX_PEOPLE_READ)) {
    const read = await capability.getPerson(caller, branch, id);
    if (!read.isOk) return read;
    if (read.value) people.push(read.value);
  }
  return { isOk: true, value: people };
}

function positionOf(cursor: Cursor): [Temporal.Instant | null, number] {
  const changedAfter = cursor['changedAfter'];
  return [changedAfter === undefined ? null : Temporal.Instant.from(String(changedAfter)), Number(cursor['page'])];
}

function nextOf(cursor: Cursor, part: Part, nextPage: number | null): Cursor | null {
  if (nextPage !== null) return { ...cursor, page: nextPage };
  const next = PARTS[PARTS.indexOf(part) + 1];
  return next ? { ...cursor, part: next, page: 1 } : null;
}

const plainPage = (items: DealItem[], nextPage: number | null): PartPage => ({
  items,
  unreadable: [],
  unknownFields: [],
  nextPage,
});

type Facts = { [Item in DealItem as Item['kind']]: Item['facts'] };

function factsOf<Kind extends keyof Facts>(items: readonly DealItem[], kind: Kind): Facts[Kind][] {
  return items.flatMap((item) => (item.kind === kind ? [item.facts as Facts[Kind]] : [])); // NOTE: the compiler does not narrow by a type parameter
}

const refOf = ({ tenantId }: TenantScope, { id: branchId }: Pick<KnownBranch, 'id'>) => ({ tenantId, branchId });

/** Keeps notices about records that were not read since. */
async function selectNeeded<Any extends Notice>(
  scope: TenantScope,
  branch: KnownBranch,
  notices: readonly Any[],
): Promise<Any[]> {
  const idsOf = (wanted: Notice['kind']) =>
    notices.flatMap(({ kind, externalId }) => (kind === wanted ? [externalId] : []));
  const deals = await listReadTimes(scope, 'deals', branch.id, idsOf('deal'));
  const tasks = await listReadTimes(scope, 'deal_tasks', branch.id, idsOf('task'));
  return notices.filter(({ kind, externalId, receivedAt }) => {
    if (kind === 'client' || kind === 'catalogue') return true;
    if (kind !== 'deal' && kind !== 'task') return false;
    const readAt = (kind === 'deal' ? deals : tasks).get(externalId);
    return !readAt || !isAfter(readAt, receivedAt);
  });
}

async function readNotice(opened: OpenBranch, { kind, externalId }: Notice): Promise<ProviderResult<Recording>> {
  const { provider, caller, branch } = opened;
  const capability = getCapability(provider, 'deals');
  if (kind === 'deal') {
    const read = await capability.getDeal(caller, branch, externalId);
    if (!read.isOk) return read;
    const facts = read.value;
    const people = facts ? await readPeople(capability, opened, [facts]) : { isOk: true as const, value: [] };
    if (!people.isOk) return people;
    return found(async (scope, readAt) => {
      if (!facts) return recordDealGone(scope, branch, { externalId, readAt });
      await recordPeople(scope, branch, people.value);
      await recordDeals(scope, branch, { facts: [facts], readAt });
    });
  }
  if (kind === 'task') {
    const read = await capability.getTask(caller, branch, externalId);
    if (!read.isOk) return read;
    const facts = read.value;
    return found(async (scope, readAt) => {
      if (facts) await recordTasks(scope, branch, { facts: [facts], readAt });
      else await recordTaskGone(scope, branch, { externalId, readAt });
    });
  }
  if (kind === 'client') {
    const read = await capability.getPerson(caller, branch, externalId);
    if (!read.isOk) return read;
    const person = read.value;
    return found(async (scope) => {
      if (person) await recordPeople(scope, branch, [person]);
    });
  }
  return found(async (scope) => {
    const runAt = scope.clock.now().add({ seconds: CATALOGUE_QUIET_SECONDS });
    await enqueue(scope, readPipelinesJob, refOf(scope, branch), { runAt });
  });
}

const found = (value: Recording) => ({ isOk: true, value }) as const;
