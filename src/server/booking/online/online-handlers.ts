import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { TenantId } from '#contract/tenants/ids.ts';
import { findBranch } from '#server/connections/storage/opening-actions.ts';
import type { SourceContext } from '#server/connections/port.ts';
import { verdictOf } from '#server/links/click-rules.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { networkOf } from '#server/platform/values/ip-address-rules.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { countForm } from '#server/platform/visitors/visitor-limits.ts';
import type { VisitorAnswer, VisitorRequest } from '#server/platform/visitors/visitor-pages.ts';
import { gonePage } from '#server/tenants/gone-page-reads.ts';
import { listBookable } from '#server/visits/appointments/bookable-actions.ts';
import { performersOf } from '#server/visits/appointments/bookable-rules.ts';
import { oneLine } from '#server/texts/content/format-rules.ts';
import { getVisitFacts } from '#server/visits/changes/actions.ts';
import { bookingToken, onlineToken, readOnlineToken, visitToken } from '#server/booking/links/link-actions.ts';
import type { StoredButton } from '#server/booking/tables/button-queries.ts';
import { countOpening } from '#server/booking/tables/figure-queries.ts';
import { isPhoneCountry } from './country-rules.ts';
import { bookOnline, findDayTimes, type OnlineDesk, openDesk, placeOf } from './online-actions.ts';
import { drawBooking, type DrawnOnlineForm, drawOnlineForm, drawUnavailable } from './online-form-page.ts';
import { type ChosenVisit, drawMasters, drawServices, drawTimes, type OnlineFrame, stepUrl } from './online-page.ts';
import { findBookingOfForm, findOnlineBooking, type OnlineBooking } from './online-queries.ts';
import {
  chosenPerformers,
  freeMastersAt,
  OnlineChoice,
  type OnlineForm,
  readOnlineForm,
  startsOn,
  withinDays,
} from './online-rules.ts';

// NOTE: a process: it calls an outside service between transactions.

/** Searches for free times of one network and of one button: each is several calls to the booking system. */
const SEARCHES_PER_NETWORK = { limit: 40, periodMs: 60_000 };
const SEARCHES_PER_BUTTON = { limit: 240, periodMs: 60_000 };

const Text = z.string().max(2000).catch('');
const Form = z.object({ key: z.uuid(), name: Text, phone: Text, country: Text, again: Text });

/** The button that a page is of. @property code last part of the page's address */
export type OpenedButton = { tenantId: TenantId; button: StoredButton; code: string };

/** Shows the step of a booking that the address has come to. */
export async function showOnline(
  ctx: SourceContext,
  opened: OpenedButton,
  request: VisitorRequest,
): Promise<VisitorAnswer> {
  const { tenantId, button, code } = opened;
  const { query, language, raw } = request;
  const loaded = await withTenant(ctx, tenantId, async (scope) => {
    const isFirst = Object.keys(query).length === 0;
    if (isFirst && verdictOf({ method: raw.method, headers: raw.headers, query }) === 'click')
      await countOpening(scope, button.id, scope.clock.now());
    const again = await findAgain(scope, String(query['again'] ?? ''));
    return { desk: await openDesk(scope, button), again };
  });
  const { desk, again } = loaded;
  if (!desk) return gonePage(language);
  const frame: OnlineFrame = { place: desk.place, language, token: code, again: again?.token ?? null };
  const step = stepOf(desk, query);
  if (step.kind === 'closed') return drawUnavailable(frame, { isDown: false, againUrl: null });
  if (step.kind === 'service') return drawServices(frame, desk.bookable.services);
  if (step.kind === 'master') return drawMasters(frame, step.chosen, step.all);
  if (step.kind === 'form') {
    const known = again?.booking;
    const filled = { name: known?.name ?? '', phone: known?.phone ?? '', country: desk.country };
    return drawOnlineForm(frame, { ...formOf(step), filled, key: randomUUID(), ...NOTHING_WRONG });
  }
  await limitSearches(ctx, opened, request.ip);
  return showTimes(ctx, opened, { desk, frame, step, isTaken: query['taken'] !== undefined });
}

const NOTHING_WRONG = { wrong: new Set<never>(), retryAfterMs: null, isDown: false };

type Step = ReturnType<typeof stepOf>;
type TimesStep = Extract<Step, { kind: 'times' }>;
type FormStep = Extract<Step, { kind: 'form' }>;

/** Returns the step that choices lead to; a choice that is gone is made again. */
function stepOf({ isOpen, bookable, days, branch }: OnlineDesk, query: Readonly<Record<string, unknown>>) {
  const choice = OnlineChoice.parse(query);
  if (!isOpen || bookable.services.length === 0) return { kind: 'closed' } as const;
  const service = bookable.services.find(({ id }) => id === choice.service);
  if (!service) return { kind: 'service' } as const;
  const all = performersOf(bookable, [service]);
  const chosen: ChosenVisit = { service };
  if (all.length === 0) return { kind: 'closed' } as const;
  const picked = chosenPerformers(all, choice.master);
  if (!picked) return { kind: 'master', chosen, all } as const;
  const { master, performers } = picked;
  const base = {
    chosen: { ...chosen, master, hasChoice: all.length > 1 },
    master: master ? master.id : ('any' as const),
    performers,
  };
  const day = withinDays(choice.day, days);
  if (choice.at === null) return { kind: 'times', ...base, day, from: withinDays(choice.from, days) } as const;
  const at = choice.at;
  const chosenDay = at.toZonedDateTimeISO(branch.timeZone).toPlainDate();
  return { kind: 'form', ...base, day: chosenDay, chosen: { ...base.chosen, at, day: chosenDay } } as const;
}

const formOf = ({ chosen, master }: FormStep) => ({ chosen, master });

type Times = { desk: OnlineDesk; frame: OnlineFrame; step: TimesStep; isTaken: boolean };

async function showTimes(
  ctx: SourceContext,
  { tenantId }: OpenedButton,
  { desk, frame, step, isTaken }: Times,
): Promise<VisitorAnswer> {
  const { performers, chosen, master, day, from } = step;
  const when = day ? { day } : { from: from ?? desk.days.first };
  const free = await findDayTimes(ctx, tenantId, desk, { performers, ...when });
  const choice = { service: chosen.service.id, master, day: day?.toString(), from: from?.toString() };
  if (free.kind === 'failed') return drawUnavailable(frame, { isDown: true, againUrl: stepUrl(frame, choice) });
  if (free.kind === 'closed') return drawUnavailable(frame, { isDown: false, againUrl: null });
  const shown = { chosen, master, days: desk.days, isTaken };
  if (free.kind === 'none') return drawTimes(frame, { ...shown, day: free.day, last: free.last, starts: [] });
  const starts = startsOn(free.times, free.day, desk.branch.timeZone);
  return drawTimes(frame, { ...shown, day: free.day, last: free.day, starts });
}

async function limitSearches(ctx: SourceContext, { code }: OpenedButton, ip: string): Promise<void> {
  const limits = [
    [`online-times:${networkOf(ip)}`, SEARCHES_PER_NETWORK],
    [`online-times-of:${code}`, SEARCHES_PER_BUTTON],
  ] as const;
  for (const [key, size] of limits) {
    const allowance = await consumeRateLimit(ctx.db, key, size);
    if (!allowance.isAllowed) throw new Problem('request.too_often', { retryAfterMs: allowance.retryAfterMs });
  }
}

/** The booking of the same cabinet whose time was taken. */
async function findAgain(scope: ActionScope, token: string): Promise<{ token: string; booking: OnlineBooking } | null> {
  const found = token === '' ? null : readOnlineToken(scope, token);
  if (found?.tenantId !== scope.tenantId) return null;
  const booking = await findOnlineBooking(scope, found.bookingId);
  return booking?.status === 'taken' ? { token, booking } : null;
}

/** Takes the form: the time is looked up again, and the visit is entered once however often the form is posted. */
export async function takeOnline(
  ctx: SourceContext,
  opened: OpenedButton,
  { form, ip, language }: VisitorRequest,
): Promise<VisitorAnswer> {
  const { tenantId, button, code } = opened;
  const given = Form.safeParse(form).data;
  if (!given) throw new Problem('request.invalid');
  const { key } = given;
  const loaded = await withTenant(ctx, tenantId, async (scope) => ({
    desk: await openDesk(scope, button),
    again: await findAgain(scope, given.again),
    known: await findBookingOfForm(scope, key),
  }));
  const { desk, again, known } = loaded;
  // NOTE: relative, because the public address may have a path before ours.
  const bookedAt = (id: OnlineBooking['id']) => ({ redirect: `${code}/${onlineToken(ctx, tenantId, id)}` });
  if (known) return bookedAt(known);
  if (!desk) return gonePage(language);
  const frame: OnlineFrame = { place: desk.place, language, token: code, again: again?.token ?? null };
  const step = stepOf(desk, form);
  if (step.kind === 'closed') return drawUnavailable(frame, { isDown: false, againUrl: null });
  if (step.kind !== 'form') return { redirect: code };

  const country = isPhoneCountry(given.country) ? given.country : desk.country;
  const filled: OnlineForm = { name: given.name, phone: given.phone, country };
  const drawn = { ...formOf(step), key, filled, ...NOTHING_WRONG };
  const repeat = (rest: Partial<DrawnOnlineForm>) => drawOnlineForm(frame, { ...drawn, ...rest });
  const read = readOnlineForm(filled);
  if ('wrong' in read) return repeat({ wrong: read.wrong });
  const retryAfterMs = await countForm(ctx, { page: `online-booking:${code}`, ip, phone: read.client.phone });
  if (retryAfterMs !== null) return repeat({ retryAfterMs });

  const { performers, day, chosen } = step;
  const free = await findDayTimes(ctx, tenantId, desk, { performers, day });
  if (free.kind === 'failed') return repeat({ isDown: true });
  if (free.kind === 'closed') return drawUnavailable(frame, { isDown: false, againUrl: null });
  const masters = free.kind === 'found' ? freeMastersAt(free.times, chosen.at) : [];
  if (masters.length === 0) return { redirect: takenUrl(frame, step) };
  const id = await withTenant(ctx, tenantId, (scope) =>
    bookOnline(scope, button, {
      ...read.client,
      branchId: desk.branch.id,
      formKey: key,
      serviceId: chosen.service.id,
      masterId: step.master === 'any' ? null : step.master,
      masters,
      startsAt: chosen.at,
      language,
    }),
  );
  return bookedAt(id);
}

const takenUrl = (frame: OnlineFrame, { chosen, master, day }: FormStep) =>
  stepUrl(frame, { service: chosen.service.id, master, day: day.toString(), taken: '1' });

/** Shows what became of a booking; one whose time was taken leads to the times that are free. */
export async function showOnlineBooking(
  ctx: SourceContext,
  token: string,
  language: VisitorRequest['language'],
): Promise<VisitorAnswer> {
  const found = readOnlineToken(ctx, token);
  if (!found) return gonePage(language);
  const { tenantId, bookingId } = found;
  return withTenant(ctx, tenantId, async (scope) => {
    const booking = await findOnlineBooking(scope, bookingId);
    const branch = booking && (await findBranch(scope, booking.branchId));
    if (!booking || !branch) return gonePage(language);
    const code = bookingToken(ctx, tenantId, booking.buttonId);
    const place = await placeOf(scope, branch);
    const { serviceId, masterId, startsAt, visitId } = booking;
    if (booking.status === 'taken') {
      const day = startsAt.toZonedDateTimeISO(branch.timeZone).toPlainDate().toString();
      const choice = { service: serviceId, master: masterId ?? 'any', day, taken: '1' };
      return { redirect: `../${stepUrl({ token: code, again: token }, choice)}` };
    }
    const [visit] = visitId ? await getVisitFacts(scope, [visitId]) : [];
    const { services, masters } = await listBookable(scope, { branchIds: [branch.id], kind: branch.connectionKind });
    const service = visit?.serviceTitles.join(', ') || services.find(({ id }) => id === serviceId)?.title;
    const master = visit?.masterName ?? masters.find(({ id }) => id === masterId)?.name;
    return drawBooking(
      { place, language },
      {
        booking,
        service: oneLine(service ?? null) || null,
        master: oneLine(master ?? null) || null,
        visitUrl: visitId && `../../visit/${visitToken(ctx, tenantId, visitId)}`,
        now: scope.clock.now(),
        againUrl: `../${code}`,
      },
    );
  });
}
