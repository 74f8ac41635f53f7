import { BRANDS, type BrandKey } from '#contract/brands/brands.ts';
import { hasRoute } from '#contract/brands/route-tables.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { getWeeklyLetter as getCall, setWeeklyLetter as setCall } from '#contract/insights/letters.ts';
import type { MemberId, TenantId } from '#contract/tenants/ids.ts';
import { mailComposed } from '#server/auth/mails/mail-actions.ts';
import type { ComposedMail } from '#server/auth/mails/composed-rules.ts';
import { sendLetterJob } from '#server/insights/jobs.ts';
import { sumLate } from '#server/insights/returning/late-queries.ts';
import { aroundOf } from '#server/insights/returning/returning.ts';
import type { Context, MemberScope } from '#server/platform/context/context.ts';
import { type Scoped, type TenantScope, withSystem, withTenant } from '#server/platform/database/db.ts';
import { originOfBrand } from '#server/platform/deployment/link-origin.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { signIds, verifyIds } from '#server/platform/secrets/signed-ids.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { findTroubles, listMasterReturns, listNewClients, listSlots, listWeeks, type WeekRow } from './fact-queries.ts';
import { chooseThings, isQuiet, type LetterFacts, type Week } from './letter-rules.ts';
import { writeLetter } from './letter-words.ts';
import { findReader, listTenantsOnMonday, type Reader, saveChoice, takeLetters } from './member-queries.ts';

// NOTE: a process: it goes through cabinets, one transaction each, and sends mails between transactions.

/** Weeks before the one of the letter with which it is compared, and those that slots are of. */
const USUAL_WEEKS = 4;
const SLOT_WEEKS = 8;
/** Days since first visits after which clients could have come again, and the earliest of them. */
const MASTER_DAYS = { from: 150, to: 30 };

/** Queues the letters of cabinets in which it is Monday morning: one per member and week, however often it runs. */
export async function queueLetters(ctx: Context, signal: AbortSignal): Promise<void> {
  if (!ctx.config.smtpUrl) return;
  const now = ctx.clock.now();
  for (const tenantId of await withSystem(ctx, (scope) => listTenantsOnMonday(scope, now))) {
    if (signal.aborted) return;
    await withTenant(ctx, tenantId, async (scope) => {
      const { timeZone } = await getTenant(scope);
      const week = now.toZonedDateTimeISO(timeZone).toPlainDate().subtract({ days: 7 });
      for (const memberId of await takeLetters(scope, week))
        await enqueue(scope, sendLetterJob, { tenantId, memberId, week: week.toString() });
    });
  }
}

/** Sends a letter, unless the member turned letters off meanwhile or the business had no visits. */
export async function sendLetter(
  ctx: Context,
  { tenantId, memberId, week }: { tenantId: TenantId; memberId: MemberId; week: string },
): Promise<void> {
  const written = await withTenant(ctx, tenantId, async (scope) => {
    const reader = await findReader(scope, memberId);
    if (!reader?.isOn || !reader.isEmailConfirmed) return null;
    return writeFor({ ...ctx, ...scope }, { memberId, reader, monday: Temporal.PlainDate.from(week) });
  });
  if (!written) return;
  await mailComposed(ctx, { tenantId, memberId, id: `${week}.${memberId}`, ...written });
}

async function writeFor(
  scope: Scoped<Pick<Context, 'clock' | 'config' | 'vault'>>,
  { memberId, reader, monday }: { memberId: MemberId; reader: Reader; monday: Temporal.PlainDate },
): Promise<{ words: ComposedMail; site: { brand: BrandKey; origin: string } } | null> {
  const { name: businessName, brand } = await getTenant(scope);
  const { currency, ...facts } = await loadFacts(scope, monday);
  if (isQuiet(facts)) return null;
  const origin = originOfBrand(scope.config, brand);
  const words = writeLetter({
    language: reader.language,
    businessName,
    monday,
    currency,
    week: facts.week,
    usual: facts.usual,
    things: chooseThings(facts, (path) => hasRoute(BRANDS[brand].variant, path)),
    origin,
    unsubscribeUrl: `${origin}/letters/${signIds(scope, PURPOSE, [scope.tenantId, memberId])}`,
  });
  return { words, site: { brand, origin } };
}

async function loadFacts(
  scope: Scoped<Pick<Context, 'clock'>>,
  monday: Temporal.PlainDate,
): Promise<LetterFacts & { currency: string }> {
  const tenant = await getTenant(scope);
  const rows = await listWeeks(scope, monday, USUAL_WEEKS);
  const currency = currencyOf(rows) ?? tenant.currency;
  const newClients = await listNewClients(scope, monday, USUAL_WEEKS);
  const weeks = Array.from({ length: USUAL_WEEKS + 1 }, (_, ago) => ({
    ...weekOf(
      rows.filter((row) => row.ago === ago),
      currency,
    ),
    newClients: newClients.find((row) => row.ago === ago)?.count ?? 0,
  }));
  const [week = NO_VISITS, ...before] = weeks;
  const now = scope.clock.now();
  const late = await sumLate(scope, { since: monday.subtract({ years: 1 }), currency }, await aroundOf(scope));
  const [from, to] = [monday.subtract({ days: MASTER_DAYS.from }), monday.subtract({ days: MASTER_DAYS.to })];
  return {
    currency,
    monday: monday.toString(),
    week,
    usual: meanOf(before),
    late: { count: late.count, spentYearMinor: late.spentMinor },
    slotWeeks: SLOT_WEEKS,
    slots: await listSlots(scope, monday, SLOT_WEEKS),
    masters: await listMasterReturns(scope, { from, to }),
    ...(await findTroubles(scope, { since: monday.toZonedDateTime(tenant.timeZone).toInstant(), now })),
  };
}

const NO_VISITS: Week = { attended: 0, noShow: 0, unmarked: 0, arrived: 0, paidMinor: 0, newClients: 0 };

/** The currency in which most was paid; null where nothing was. */
function currencyOf(rows: readonly WeekRow[]): string | null {
  const sums = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, of]) => ({
    currency,
    paid: of.reduce((sum, { paidMinor }) => sum + paidMinor, 0),
  }));
  const [most] = sums.toSorted((a, b) => b.paid - a.paid);
  return most && most.paid > 0 ? most.currency : null;
}

/** Visits of all branches, and the money of those with the currency. */
function weekOf(rows: readonly WeekRow[], currency: string): Omit<Week, 'newClients'> {
  const sum = (some: readonly WeekRow[], name: 'attended' | 'noShow' | 'unmarked' | 'arrived' | 'paidMinor') =>
    some.reduce((total, row) => total + row[name], 0);
  const own = rows.filter((row) => row.currency === currency);
  return {
    attended: sum(rows, 'attended'),
    noShow: sum(rows, 'noShow'),
    unmarked: sum(rows, 'unmarked'),
    arrived: sum(own, 'arrived'),
    paidMinor: sum(own, 'paidMinor'),
  };
}

function meanOf(weeks: readonly Week[]): Week {
  const mean = (name: keyof Week) => weeks.reduce((sum, week) => sum + week[name], 0) / Math.max(1, weeks.length);
  return {
    attended: mean('attended'),
    noShow: mean('noShow'),
    unmarked: mean('unmarked'),
    arrived: mean('arrived'),
    paidMinor: mean('paidMinor'),
    newClients: mean('newClients'),
  };
}

export async function getWeeklyLetter(scope: MemberScope): Promise<ReplyOf<typeof getCall>> {
  const reader = await findReader(scope, scope.memberId);
  if (!reader) throw new Problem('auth.required');
  return { isOn: reader.isOn, isEmailConfirmed: reader.isEmailConfirmed };
}

export async function setWeeklyLetter(
  scope: MemberScope,
  { isOn }: BodyOf<typeof setCall>,
): Promise<ReplyOf<typeof setCall>> {
  await saveChoice(scope, scope.memberId, isOn);
  return getWeeklyLetter(scope);
}

const PURPOSE = 'weekly-letter';

/** @returns null for a token that we did not make */
export function readLetterToken(
  ctx: Pick<Context, 'vault'>,
  token: string,
): { tenantId: TenantId; memberId: MemberId } | null {
  const ids = verifyIds(ctx, PURPOSE, token, 2);
  return ids && { tenantId: ids[0] as TenantId, memberId: ids[1] as MemberId }; // NOTE: we signed these ids
}

/** Turns the letters of a member on or off by the link of a letter. @returns undefined for a member who has left */
export async function chooseByLink(scope: TenantScope, memberId: MemberId, isOn: boolean): Promise<boolean> {
  const reader = await findReader(scope, memberId);
  if (!reader) return false;
  await saveChoice(scope, memberId, isOn);
  return true;
}
