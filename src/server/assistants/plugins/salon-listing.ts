import { SYNONYMS } from '#server/assistants/knowledge/search/synonyms/all.ts';
import { performersOf } from '#server/visits/appointments/bookable-rules.ts';
import { filterNamed } from './naming-rules.ts';
import {
  type PartOfDay,
  partOf,
  readDay,
  refused,
  showMaster,
  showService,
  showTime,
  showVisit,
  spread,
  titlesOf,
} from './result-rules.ts';
import { choose, type Desk, distinct, findServices, loadBookable, searchTimes, visitsAhead } from './salon-desk.ts';

const MOST_SERVICES = 40;
const MOST_MASTERS = 40;

export async function listServices(desk: Desk, { words }: { words: string | null }) {
  const bookable = await loadBookable(desk);
  const named = bookable.services.map((service) => ({
    id: service.id,
    name: service.title,
    about: service.categoryTitle,
    service,
  }));
  const matching = words?.trim() ? filterNamed(named, words, SYNONYMS) : named;
  const listed = matching.length > 0 ? matching : named;
  const more = Math.max(0, listed.length - MOST_SERVICES);
  return {
    ok: true,
    services: listed.slice(0, MOST_SERVICES).map(({ service }) => showService(bookable, service, desk.scope.language)),
    ...(listed !== matching && named.length > 0 && { note: 'No service has these words; all services are listed.' }),
    ...(more > 0 && { more, next: 'There are more services: call list_services with words of the one in question.' }),
  } as const;
}

export async function listMasters(desk: Desk, { service }: { service: string | null }) {
  const bookable = await loadBookable(desk);
  const services = service?.trim() ? findServices(bookable, service) : null;
  if (services?.length === 0) return refused('not_offered');
  const ids =
    services && new Set(services.flatMap((one) => performersOf(bookable, [one])).map(({ master }) => master.id));
  const masters = bookable.masters.filter(({ id }) => ids?.has(id) ?? true);
  const more = Math.max(0, masters.length - MOST_MASTERS);
  return {
    ok: true,
    masters: masters.slice(0, MOST_MASTERS).map((master) => showMaster(bookable, master)),
    ...(more > 0 && { more }),
  } as const;
}

export async function findTimes(
  desk: Desk,
  wanted: { service: string; master: string | null; day: string | null; part_of_day: PartOfDay | null },
) {
  const bookable = await loadBookable(desk);
  const choice = choose(desk, bookable, wanted);
  if ('ok' in choice) return choice;
  const { branch, services, performers } = choice;
  const when = daysOf(wanted.day, desk.ctx.clock.now().toZonedDateTimeISO(branch.timeZone).toPlainDate());
  if ('ok' in when) return when;
  const isInPart = ({ startsAt }: { startsAt: Temporal.Instant }) =>
    wanted.part_of_day === null || partOf(startsAt.toZonedDateTimeISO(branch.timeZone)) === wanted.part_of_day;
  const free = await searchTimes(desk, { branchId: branch.id, performers, when, isWanted: isInPart });
  if (free.kind !== 'found') return refused(free.kind);

  const title = titlesOf(services);
  const times = distinct(free.times.filter(isInPart)).map((time) => showTime(time, title, branch.timeZone));
  const { shown, more } = spread(times);
  const days = free.days.map(String).toSorted();
  const [only] = performers;
  return {
    ok: true,
    service: title,
    master: performers.length === 1 && only ? only.master.name : null,
    times: shown,
    ...(more > 0 && { more, next: 'Call find_times with a day and a part of it for the times that are left out.' }),
    ...(shown.length === 0 && {
      next: `No free times from ${days[0]} to ${days.at(-1)}: tell the client, and offer another day or master.`,
    }),
  } as const;
}

function daysOf(day: string | null, today: Temporal.PlainDate) {
  if (day === null || day.trim() === '') return { from: today };
  const wanted = readDay(day);
  if (!wanted) return refused('needs_time', { next: 'Call again with the day as YYYY-MM-DD.' });
  return Temporal.PlainDate.compare(wanted, today) < 0 ? refused('past') : { day: wanted };
}

export async function listMyVisits(desk: Desk) {
  const visits = await visitsAhead(desk);
  return { ok: true, visits: visits.map((visit) => showVisit(visit, desk.scope.language)) } as const;
}
