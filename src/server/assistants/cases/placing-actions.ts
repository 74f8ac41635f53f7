import type { CaseVisit } from '#contract/assistants/cases.ts';
import type { AssistantPlugins } from '#contract/assistants/settings.ts';
import type { VerdictReason } from '#contract/assistants/case-values.ts';
import { choose, type Choice, type Desk, loadBookable, searchTimes } from '#server/assistants/plugins/salon-desk.ts';
import { addSandboxVisit, type VisitSandbox } from '#server/assistants/plugins/visit-sandbox.ts';
import type { Bookable } from '#server/visits/appointments/bookable-rules.ts';
import type { FreeTime } from '#server/visits/appointments/free-times-actions.ts';

type Catalogue = Pick<Bookable, 'services' | 'masters'>;
type Unplaced = { reason: Extract<VerdictReason, 'no_service' | 'no_time'>; quote: string };

/** The desks of the booking systems that an assistant has functions of. */
export function desksOf(
  { ctx, scope }: Pick<Desk, 'ctx' | 'scope'>,
  { yclients_salon, altegio_salon }: AssistantPlugins,
): Desk[] {
  return [
    ...(yclients_salon ? [{ ctx, scope, plugin: yclients_salon, kind: 'yclients' as const }] : []),
    ...(altegio_salon ? [{ ctx, scope, plugin: altegio_salon, kind: 'altegio' as const }] : []),
  ];
}

/** Everything that can be booked at the desks. */
export async function catalogueOf(desks: readonly Desk[]): Promise<Catalogue> {
  const all = await Promise.all(desks.map(loadBookable));
  return { services: all.flatMap(({ services }) => services), masters: all.flatMap(({ masters }) => masters) };
}

/**
 * Places the visits of a case in its sandbox, each at the free time nearest to the wanted one.
 *
 * @returns the visit that could not be placed, and why; null: all were
 */
export async function placeVisits(
  desks: readonly Desk[],
  sandbox: VisitSandbox,
  visits: readonly CaseVisit[],
): Promise<Unplaced | null> {
  for (const visit of visits) {
    const failed = await placeVisit(desks, sandbox, visit);
    if (failed) return failed;
  }
  return null;
}

async function placeVisit(
  desks: readonly Desk[],
  sandbox: VisitSandbox,
  { service, master, inDays, time }: CaseVisit,
): Promise<Unplaced | null> {
  for (const desk of desks) {
    const choice = await chooseFirst(desk, { service, master });
    if (!choice) continue;
    const { branch, performers } = choice;
    const day = desk.ctx.clock.now().toZonedDateTimeISO(branch.timeZone).toPlainDate().add({ days: inDays });
    const wanted = day.toZonedDateTime({ timeZone: branch.timeZone, plainTime: time }).toInstant();
    const free = await searchTimes(desk, { branchId: branch.id, performers, when: { from: day } });
    const nearest = free.kind === 'found' ? nearestTo(wanted, free.times) : undefined;
    if (!nearest) return { reason: 'no_time', quote: service };
    addSandboxVisit(sandbox, { branch, services: choice.services, time: nearest }, desk.kind);
    return null;
  }
  return { reason: 'no_service', quote: service };
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
