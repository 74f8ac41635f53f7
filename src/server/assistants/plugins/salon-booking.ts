import { createHash } from 'node:crypto';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { MasterId } from '#contract/visits/calls.ts';
import { putChatVisit } from '#server/assistants/storage/visitor-queries.ts';
import { text } from '#server/assistants/storage/texts.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { oneLine } from '#server/texts/content/format-rules.ts';
import type { FreeTime } from '#server/visits/appointments/free-times-actions.ts';
import { getVisitFacts } from '#server/visits/changes/actions.ts';
import { createVisit, SOONEST_MINUTES, type VisitOrder } from '#server/visits/changes/creating-actions.ts';
import type { VisitFactsForFlow } from '#server/visits/storage/rules.ts';
import { type Client, clientOf, type GivenClient } from './client-actions.ts';
import {
  priceText,
  readMoment,
  type Refused,
  refused,
  showMoment,
  showVisit,
  type ShownVisit,
  titlesOf,
  TOGETHER,
} from './result-rules.ts';
import {
  choose,
  type Choice,
  type Desk,
  loadBookable,
  refuseSwitchedOff,
  refuseTaken,
  searchTimes,
  visitsAhead,
} from './salon-desk.ts';
import { addSandboxVisit, type VisitSandbox } from './visit-sandbox.ts';

// NOTE: a process: it calls a booking system between transactions.

export type Booked = { ok: true; visit: Omit<ShownVisit, 'status'> & { status: string; name: string } };
type BookingWords = { service: string; master: string | null; when: string } & GivenClient;

const MASTERS_TRIED = 3;

/**
 * Books a visit, once for the turn, the contact, the services and the time, however often it is called. A trial checks the
 * same and writes nothing.
 */
export async function book(desk: Desk, words: BookingWords): Promise<Booked | Refused> {
  const bookable = await loadBookable(desk);
  const choice = choose(desk, bookable, words);
  if ('ok' in choice) return choice;
  const switchedOff = refuseSwitchedOff(bookable, choice.branch.id, 'books');
  if (switchedOff) return switchedOff;
  const startsAt = readMoment(words.when, choice.branch.timeZone);
  if (!startsAt) return refused('needs_time');
  const now = desk.ctx.clock.now();
  if (!isAfter(startsAt, now)) return refused('past');
  const client = await clientOf(desk.ctx, desk.scope, words);
  if ('ok' in client) return client;
  const own = await findOwn(desk, choice, startsAt);
  if (own) return answerOwn(desk, { choice, startsAt, client, own });

  const day = startsAt.toZonedDateTimeISO(choice.branch.timeZone).toPlainDate();
  const search = { branchId: choice.branch.id, performers: choice.performers, when: { day } };
  const isWanted = (time: FreeTime) => time.startsAt.equals(startsAt);
  const free = await searchTimes(desk, { ...search, isWanted });
  if (free.kind !== 'found') return refused(free.kind);
  const slots = free.times.filter(isWanted);
  const refuse = () => refuseTakenTime(desk, { choice, startsAt, free: free.times });
  const [slot] = slots;
  if (!slot) return isAfter(now.add({ minutes: SOONEST_MINUTES }), startsAt) ? tooSoon(await refuse()) : refuse();

  const { contactId } = desk.scope;
  if (desk.scope.sandbox) return bookInSandbox(desk, desk.scope.sandbox, { choice, client, slot });
  if (contactId === null) return tried(desk, { choice, startsAt, client, slot });
  // A master whose time was taken meanwhile is followed by the next who is free then.
  for (const { master, minutes } of slots.slice(0, MASTERS_TRIED)) {
    const visit = await create(desk, contactId, { choice, startsAt, client, masterId: master.id, minutes });
    if (visit !== 'taken') return visit;
  }
  return refuse();
}

/** A visit of the contact's own at that time. */
async function findOwn(
  desk: Desk,
  { performers }: Choice,
  startsAt: Temporal.Instant,
): Promise<VisitFactsForFlow | undefined> {
  const minutes = Math.min(...performers.map((performer) => performer.minutes));
  const visits = await visitsAhead(desk);
  return visits.find(
    (visit) =>
      isAfter(startsAt.add({ minutes }), visit.startsAt) &&
      isAfter(visit.startsAt.add({ minutes: visit.durationMinutes }), startsAt),
  );
}

type Order = { choice: Choice; startsAt: Temporal.Instant; client: Client };

/**
 * Answers that the contact has a visit then. Where a call of this turn has booked that very visit, it is answered as
 * booked: the booking system finds it by its key.
 */
async function answerOwn(desk: Desk, { own, ...order }: Order & { own: VisitFactsForFlow }): Promise<Booked | Refused> {
  const { contactId, language } = desk.scope;
  const { services } = order.choice;
  const isSame =
    own.startsAt.equals(order.startsAt) &&
    services.every(({ id }) => own.serviceIds.includes(id)) &&
    own.branchId === order.choice.branch.id;
  if (isSame && contactId !== null && own.masterId !== null) {
    const { masterId, durationMinutes: minutes } = own;
    const repeated = await create(desk, contactId, { ...order, masterId, minutes });
    if (repeated !== 'taken' && repeated.ok) return repeated;
  }
  const visits = [showVisit(own, language)];
  return isSame
    ? refused('yours', { visits })
    : refused('yours', {
        visits,
        next: 'The client has another visit at that time: tell them which, and ask whether to move it or to book another time.',
      });
}

async function create(
  { ctx, scope: { tenantId, key, language, signal, visitor } }: Desk,
  contactId: ContactId,
  { choice, startsAt, client, masterId, minutes }: Order & { masterId: MasterId; minutes: number },
): Promise<Booked | Refused | 'taken'> {
  const comment = await withTenant(ctx, tenantId, async (scope) =>
    text((await getTenant(scope)).customerLanguage, 'visit.comment'),
  );
  const { services, branch } = choice;
  const serviceIds = services.map(({ id }) => id);
  const order: VisitOrder = {
    key: keyOf(key, contactId, serviceIds.toSorted().join(), startsAt.toString()),
    branchId: branch.id,
    masterId,
    serviceIds,
    startsAt,
    durationMinutes: minutes,
    client,
    comment,
  };
  // NOTE: a turn that the talk has overtaken must not write.
  signal.throwIfAborted();
  const created = await createVisit(ctx, tenantId, order);
  if (created.kind === 'taken') return 'taken';
  if (created.kind !== 'done') return refused(created.kind);
  const { visitId } = created;
  const [visit] = await withTenant(ctx, tenantId, async (scope) => {
    if (visitor) await putChatVisit(scope, visitor.id, visitId, scope.clock.now());
    return getVisitFacts(scope, [visitId]);
  });
  if (!visit) return refused('failed');
  return { ok: true, visit: { ...showVisit(visit, language), name: client.name } };
}

/** A UUID that is the same for the same parts. */
function keyOf(...parts: string[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** Books in the memory of a case. */
function bookInSandbox(
  { scope: { language } }: Desk,
  sandbox: VisitSandbox,
  { choice: { branch, services }, client, slot }: Pick<Order, 'choice' | 'client'> & { slot: FreeTime },
): Booked {
  sandbox.client.name = client.name;
  const visit = addSandboxVisit(sandbox, { branch, services, time: slot });
  return { ok: true, visit: { ...showVisit(visit, language), name: client.name } };
}

/** A visit as it would have been booked. */
function tried(desk: Desk, { choice, startsAt, client, slot }: Order & { slot: FreeTime }): Booked {
  const { branch, services } = choice;
  const prices = services.map(({ priceMinor }) => priceMinor);
  const total = prices.reduce<number>((sum, price) => sum + (price ?? 0), 0);
  return {
    ok: true,
    visit: {
      visit_id: 'trial',
      ...showMoment(startsAt, branch.timeZone),
      service: titlesOf(services),
      service_id: services.map(({ id }) => id).join(TOGETHER),
      master: oneLine(slot.master.name),
      master_id: slot.master.id,
      price: priceText(total, branch.currency, desk.scope.language),
      minutes: slot.minutes,
      status: 'booked',
      branch: oneLine(branch.title),
      address: branch.address === null ? null : oneLine(branch.address),
      name: client.name,
    },
  };
}

const refuseTakenTime = (
  desk: Desk,
  { choice, startsAt, free }: Pick<Order, 'choice' | 'startsAt'> & { free: readonly FreeTime[] },
): Promise<Refused> =>
  refuseTaken(desk, {
    branch: choice.branch,
    title: titlesOf(choice.services),
    wanted: startsAt,
    free,
    search: { performers: choice.performers },
  });

const tooSoon = (taken: Refused): Refused => ({
  ...taken,
  reason: 'too_late',
  next: `Visits are booked at least ${SOONEST_MINUTES} minutes ahead: offer the client the times listed here.`,
});
