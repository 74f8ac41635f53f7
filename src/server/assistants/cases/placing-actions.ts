import type { CaseVisit } from '#contract/assistants/cases.ts';
import type { VerdictReason } from '#contract/assistants/case-values.ts';
import { choose, type Choice, type Desk, loadBookable, searchTimes } from '#server/assistants/plugins/salon-desk.ts';
import { addSandboxVisit, type VisitSandbox } from '#server/assistants/plugins/visit-sandbox.ts';
import type { Bookable } from '#server/visits/appointments/bookable-rules.ts';
import type { FreeTime } from '#server/visits/appointments/free-times-actions.ts';

type Catalogue = Pick<Bookable, 'services' | 'masters'>;
type Unplaced = { reason: Extract<VerdictReason, 'no_service' | 'no_time'>; quote: string };

/** Everything that can be booked at the desk. */
export async function catalogueOf(desk: Desk): Promise<Catalogue> {
  const { services, masters } = await loadBookable(desk);
  return { services, masters };
}

/**
 * Places the visits of a case in its sandbox, each at the free time nearest to the wanted one.
 *
 * @returns the visit that could not be placed, and why; null: all were
 */
export async function placeVisits(
  desk: Desk,
  sandbox: VisitSandbox,
  visits: readonly CaseVisit[],
): Promise<Unplaced | null> {
  for (const visit of visits) {
    const failed = await placeVisit(desk, sandbox, visit);
    if (failed) return failed;
  }
  return null;
}

async function placeVisit(
  desk: Desk,
  sandbox: VisitSandbox,
  { service, master, inDays, time }: CaseVisit,
): Promise<Unplaced | null> {
  const choice = await chooseFirst(desk, { service, master });
  if (!choice) return { reason: 'no_service', quote: service };
  const { branch, performers } = choice;
  const day = desk.ctx.clock.now().toZonedDateTimeISO(branch.timeZone).toPlainDate().add({ days: inDays });
  const wanted = day.toZonedDateTime({ timeZone: branch.timeZone, plainTime: time }).toInstant();
  const free = await searchTimes(desk, { branchId: branch.id, performers, when: { from: day } });
  const nearest = free.kind === 'found' ? nearestTo(wanted, free.times) : undefined;
  if (!nearest) return { reason: 'no_time', quote: service };
  addSandboxVisit(sandbox, { branch, services: choice.services, time: nearest });
  return null;
}

/** The service that the words mean, of several the first: branches may have the same one. */
async function chooseFirst(desk: Desk, words: Pick<CaseVisit, 'service' | 'master'>): Promise<Choice | null> {
  const bookable = await loadBookable(desk);
  const choice = choose(desk, bookable, words);
  if (!('ok' in choice)) return choice;
  const [first] = choice.services ?? [];
  const chosen = first && choose(desk, bookable, { ...words, service: first.service_id });
  return chosen && !('ok' in chosen) ? chosen : null;
}

function nearestTo(wanted: Temporal.Instant, times: readonly FreeTime[]): FreeTime | undefined {
  const away = ({ startsAt }: FreeTime) => Math.abs(startsAt.epochMilliseconds - wanted.epochMilliseconds);
  return times.toSorted((one, other) => away(one) - away(other))[0];
}
