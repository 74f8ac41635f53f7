import { COUNTRY_CODE_BY_ID, RUSSIA_ID } from '#contract/brands/countries.ts';
import type { Language } from '#contract/primitives.ts';
import { MemberId, TenantId } from '#contract/tenants/ids.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { PublicContext } from '#server/platform/context/context.ts';
import { visitorOf } from '#server/platform/context/visitor.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { emit } from '#server/platform/events/events.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { createTenant, setTestPhones } from '#server/tenants/actions.ts';
import { currencyOf, customerLanguageOf, normalisePhone, TRIAL_DAYS } from '#server/tenants/rules.ts';
import { mailConfirmation } from '#server/auth/mails/mail-actions.ts';
import { cabinetRegistered } from '#server/auth/jobs.ts';
import type { Cabinet } from '#server/auth/port.ts';
import { insertMember, insertSignInName } from '#server/auth/members/queries.ts';
import { siteOfPage } from '#server/auth/mails/sites.ts';

// NOTE: a process: it hashes or checks a password between transactions.

const DEFAULT_TIME_ZONE = 'Europe/Moscow';

export type Registration = {
  /** In lower case. */
  email: string;
  /** As it was typed; null with Google. */
  phone: string | null;
  passwordHash: string | null;
  googleSub: string | null;
  fullName: string | null;
  isEmailConfirmed: boolean;
  termsAccepted?: boolean;
  utmTag?: string | null;
  countryId?: number | null;
  clientHost?: string | null;
  language?: Language;
  timeZone?: string;
};

/**
 * Creates a cabinet, its owner and what a trial needs, all or nothing. Of two who come with one e-mail at the same
 * moment one gets it.
 *
 * @throws auth.user_exists
 */
export async function openCabinet(
  ctx: PublicContext,
  cabinet: Cabinet,
  registration: Registration,
): Promise<{ tenantId: TenantId; memberId: MemberId }> {
  const countryId = registration.countryId ?? RUSSIA_ID;
  if (!(countryId in COUNTRY_CODE_BY_ID)) throw wrongField('countryId', 'unknown');
  const phone = registration.phone === null ? null : normalisePhone(registration.phone, countryId);
  if (registration.phone !== null && phone === null) throw wrongField('phone', 'phone');

  const site = siteOfPage(ctx, registration.clientHost);
  const [tenantId, memberId, now] = [newId(TenantId), newId(MemberId), ctx.clock.now()];
  const timeZone = registration.timeZone ?? DEFAULT_TIME_ZONE;
  await withTenant(ctx, tenantId, async (scope) => {
    await createTenant(scope, {
      name: registration.fullName ?? registration.email.slice(0, registration.email.indexOf('@')),
      isNamed: false,
      brand: site.brand.key,
      countryId,
      timeZone,
      customerLanguage: customerLanguageOf(countryId),
      currency: currencyOf(countryId),
      paidUntil: now.add({ hours: 24 * TRIAL_DAYS }),
      isTrial: true,
      utmTag: registration.utmTag ?? null,
      termsAcceptedAt: registration.termsAccepted ? now : null,
      createdAt: now,
    });
    if (phone) await setTestPhones(scope, [phone]);
    await insertMember(scope, memberId, {
      role: 'owner',
      email: registration.email,
      phone,
      fullName: registration.fullName,
      passwordHash: registration.passwordHash,
      language: registration.language ?? 'ru',
      timeZone,
      emailConfirmedAt: registration.isEmailConfirmed ? now : null,
      createdAt: now,
    });
    const isFree = await insertSignInName(scope, { kind: 'email', name: registration.email }, memberId);
    if (!isFree) throw new Problem('auth.user_exists');
    if (registration.googleSub)
      await insertSignInName(scope, { kind: 'google', name: registration.googleSub }, memberId);
    await cabinet.open(scope);
    if (ctx.isDeviceKnown) {
      const facts = { visitor: visitorOf(ctx) };
      await emit(scope, cabinetRegistered, { dedupeKey: tenantId, facts, occurredAt: now });
    }
    await recordAudit(scope, {
      action: 'cabinet.registered',
      object: { kind: 'cabinet', id: tenantId },
      actor: memberId,
    });
    if (!registration.isEmailConfirmed) await mailConfirmation({ ...scope, site }, memberId, registration.email);
  });
  return { tenantId, memberId };
}
