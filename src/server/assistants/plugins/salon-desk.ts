import type { AssistantPlugins, SalonPlugin } from '#contract/assistants/settings.ts';
import type { BranchId, ConnectionKind } from '#contract/connections/calls.ts';
import { SYNONYMS } from '#server/assistants/knowledge/search/synonyms/all.ts';
import { comparableText } from '#server/assistants/knowledge/search/word-rules.ts';
import type { SourceContext } from '#server/connections/port.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { listChatVisits } from '#server/assistants/storage/visitor-queries.ts';
import { listBookable, openVisitsAmong, ownVisits } from '#server/visits/appointments/bookable-actions.ts';
import {
  type Bookable,
  type BookableBranch,
  type BookableService,
  type Performer,
  performersOf,
} from '#server/visits/appointments/bookable-rules.ts';
import type { FreeTime, FreeTimes } from '#server/visits/appointments/free-times-actions.ts';
import { findFreeTimes, type TimeSearch } from '#server/visits/appointments/free-times-actions.ts';
import { compareInstants } from '#server/platform/values/instant-rules.ts';
import type { VisitFactsForFlow } from '#server/visits/storage/rules.ts';
import { findNamed } from './naming-rules.ts';
import { type Refused, refused, showMaster, showService, showTime, TOGETHER } from './result-rules.ts';
import type { ToolScope } from './tool-scope.ts';
import { sandboxVisitsAhead, withoutTaken } from './visit-sandbox.ts';

// NOTE: a process: it calls a booking system between transactions.

/** The arguments that all booking tools of one turn share. */
export type Desk = {
  ctx: SourceContext;
  scope: ToolScope;
  /** The owner's switches for the branches of each booking system; branches of a system without them are not offered. */
  plugins: SalonPlugins;
};
export type SalonKind = Extract<ConnectionKind, 'yclients' | 'altegio'>;
export type SalonPlugins = Readonly<Partial<Record<SalonKind, SalonPlugin>>>;

/** Everything bookable in the branches of all systems, and the owner's switches for each branch. */
export type Counter = Bookable & { pluginOf: ReadonlyMap<BranchId, SalonPlugin> };

/** The booking systems that an assistant has functions of. */
export const salonsOf = ({ yclients_salon, altegio_salon }: AssistantPlugins): SalonPlugins => ({
  ...(yclients_salon && { yclients: yclients_salon }),
  ...(altegio_salon && { altegio: altegio_salon }),
});

const MOST_CHOICES = 10;

export async function loadBookable({ ctx, scope, plugins }: Desk): Promise<Counter> {
  const kinds = SALON_KINDS.flatMap((kind) => (plugins[kind] ? [{ kind, plugin: plugins[kind] }] : []));
  const counters = await withTenant(ctx, scope.tenantId, async (tx) => {
    const all: Counter[] = [];
    for (const { kind, plugin } of kinds) {
      const branchIds = commonBranches(scope.branchIds, plugin.branchIds);
      const bookable = await listBookable(tx, { branchIds, kind });
      all.push({ ...bookable, pluginOf: new Map(bookable.branches.map(({ id }) => [id, plugin])) });
    }
    return all;
  });
  return {
    branches: counters.flatMap(({ branches }) => branches),
    services: counters.flatMap(({ services }) => services),
    masters: counters.flatMap(({ masters }) => masters),
    performers: new Map(counters.flatMap(({ performers }) => [...performers])),
    pluginOf: new Map(counters.flatMap(({ pluginOf }) => [...pluginOf])),
  };
}
const SALON_KINDS = ['yclients', 'altegio'] as const satisfies readonly SalonKind[];

/** Refuses a deed that the owner has switched off in the booking system of a branch. */
export function refuseSwitchedOff(
  { pluginOf }: Counter,
  branchId: BranchId,
  deed: 'books' | 'moves' | 'cancels',
): Refused | null {
  return pluginOf.get(branchId)?.[deed] ? null : refused('unsupported');
}

/** @returns null: every branch */
function commonBranches(one: readonly BranchId[], other: readonly BranchId[]): readonly BranchId[] | null {
  if (one.length === 0) return other.length === 0 ? null : other;
  return other.length === 0 ? one : one.filter((id) => other.includes(id));
}

/** Lists the contact's own visits that lie ahead: of a visitor those booked in their chat; none in a trial. */
export async function visitsAhead(
  { ctx, scope: { tenantId, contactId, visitor, sandbox } }: Desk,
  options: { withCancelled?: boolean } = {},
): Promise<VisitFactsForFlow[]> {
  if (sandbox) return sandboxVisitsAhead(sandbox, ctx.clock.now(), options);
  if (visitor)
    return withTenant(ctx, tenantId, async (scope) =>
      openVisitsAmong(scope, await listChatVisits(scope, visitor.id), options),
    );
  return contactId === null ? [] : withTenant(ctx, tenantId, (scope) => ownVisits(scope, contactId, options));
}

/** Services of one branch, and the masters who perform them. */
export type Choice = { branch: BookableBranch; services: BookableService[]; performers: Performer[] };

/** Reads the words for a service, or for several joined by ` + `, and those for a master. */
export function choose(
  desk: Desk,
  bookable: Bookable,
  { service, master }: { service: string; master: string | null },
): Choice | Refused {
  const services = chooseServices(desk, bookable, service);
  if ('ok' in services) return services;
  const branch = bookable.branches.find(({ id }) => id === services[0]?.branchId);
  if (!branch) return refused('not_offered');
  const able = performersOf(bookable, services);
  const words = master?.trim() ?? '';
  if (words === '')
    return able.length > 0 ? { branch, services, performers: able } : refused('not_offered', { next: NO_PERFORMER });
  const found = findNamed(
    able.map((performer) => ({
      id: performer.master.id,
      name: performer.master.name,
      about: performer.master.specialization,
      performer,
    })),
    words,
    SYNONYMS,
  );
  if (found.length > 0) return { branch, services, performers: found.map(({ performer }) => performer) };
  const masters = able.slice(0, MOST_CHOICES).map((one) => showMaster(bookable, one.master));
  return refused('not_offered', {
    masters,
    next: 'No such master does this. Tell the client who does, as listed here; without a preference call again with master null.',
  });
}

const NO_PERFORMER = 'Nobody does this at present: tell the client, and suggest another service of list_services.';

/** Services of one branch, or why it is not clear which. */
export function chooseServices(desk: Desk, bookable: Bookable, words: string): BookableService[] | Refused {
  if (words.trim() === '') return refused('needs_service');
  const whole = comparableText(words);
  const isWhole = bookable.services.some(({ title }) => comparableText(title) === whole);
  const parts = isWhole ? [words] : words.split(TOGETHER).filter((part) => part.trim() !== '');
  const found = parts.map((part) => findServices(bookable, part));
  if (found.some((matches) => matches.length === 0)) return refused('not_offered');
  const choices = bookable.branches.flatMap(({ id }) => {
    const own = found.map((matches) => matches.filter(({ branchId }) => branchId === id));
    return own.every(({ length }) => length === 1) ? [own.flat()] : [];
  });
  const isClear = found.length > 1 || found.flat().length === 1;
  const [only] = choices;
  if (only && choices.length === 1 && isClear) return only;
  const services = found
    .filter(({ length }) => length > 1)
    .flat()
    .slice(0, MOST_CHOICES)
    .map((service) => showService(bookable, service, desk.scope.language));
  return refused('which_service', services.length > 0 ? { services } : {});
}

export function findServices(bookable: Bookable, words: string): BookableService[] {
  const named = bookable.services.map((service) => ({
    id: service.id,
    name: service.title,
    about: service.categoryTitle,
    service,
  }));
  return findNamed(named, words, SYNONYMS).map(({ service }) => service);
}

export async function searchTimes(desk: Desk, search: Omit<TimeSearch, 'signal'>): Promise<FreeTimes> {
  const { ctx, scope } = desk;
  const { sandbox, tenantId, signal } = scope;
  if (!sandbox) return findFreeTimes(ctx, tenantId, { ...search, signal });
  const { without, isWanted = () => true, ...real } = search;
  const taken = { branchId: search.branchId, startsAt: without?.startsAt ?? null };
  const found = await findFreeTimes(ctx, tenantId, {
    ...real,
    isWanted: (time) => isWanted(time) && withoutTaken(sandbox, [time], taken).length > 0,
    signal,
  });
  return found.kind === 'found' ? { ...found, times: withoutTaken(sandbox, found.times, taken) } : found;
}

const NEXT_TIMES = 3;

/** Refuses a time that is not free, with the three free times nearest to it, on its day or on the next ones. */
export async function refuseTaken(
  desk: Desk,
  {
    branch,
    title,
    wanted,
    free,
    search,
  }: {
    branch: BookableBranch;
    title: string;
    wanted: Temporal.Instant;
    /** The free times of its day. */
    free: readonly FreeTime[];
    search: Pick<TimeSearch, 'performers' | 'without'>;
  },
): Promise<Refused> {
  const others = free.filter(({ startsAt }) => !startsAt.equals(wanted));
  const day = wanted.toZonedDateTimeISO(branch.timeZone).toPlainDate();
  const later =
    others.length >= NEXT_TIMES
      ? null
      : await searchTimes(desk, { branchId: branch.id, ...search, when: { from: day.add({ days: 1 }) } });
  const found = [...others, ...(later?.kind === 'found' ? later.times : [])];
  const away = ({ startsAt }: FreeTime) => Math.abs(startsAt.epochMilliseconds - wanted.epochMilliseconds);
  const nearest = distinct(found)
    .toSorted((one, other) => away(one) - away(other))
    .slice(0, NEXT_TIMES)
    .toSorted((one, other) => compareInstants(one.startsAt, other.startsAt));
  return refused('taken', {
    times: nearest.map((time) => showTime(time, title, branch.timeZone)),
    ...(nearest.length === 0 && { next: 'This time is not free and none is near it: ask the client for another day.' }),
  });
}

/** One master for each start: the first is preferred. */
export function distinct(times: readonly FreeTime[]): FreeTime[] {
  const byStart = new Map<string, FreeTime>();
  for (const time of times) byStart.getOrInsert(time.startsAt.toString(), time);
  return [...byStart.values()];
}
