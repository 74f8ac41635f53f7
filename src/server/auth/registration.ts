import { COUNTRY_CODE_BY_ID, RUSSIA_ID } from '#contract/countries.ts';
import type { Language } from '#contract/primitives.ts';
import { MemberId, TenantId } from '#contract/tenants.ts';
import type { PublicContext } from '#server/platform/context.ts';
import { withTenant } from '#server/platform/db.ts';
import { newId } from '#server/platform/ids.ts';
import { Problem, wrongField } from '#server/platform/problem.ts';
import { createTenant, setTestPhones } from '#server/tenants/actions.ts';
import { currencyOf, customerLanguageOf, normalisePhone, TRIAL_DAYS } from '#server/tenants/rules.ts';
import { mailConfirmation } from './mail-actions.ts';
import type { Cabinet } from './port.ts';
import { insertOwner, insertSignInName } from './queries.ts';
import { siteOfPage } from './sites.ts';

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
  asked: Registration,
): Promise<{ tenantId: TenantId; memberId: MemberId }> {
  const countryId = asked.countryId ?? RUSSIA_ID;
  if (!(countryId in COUNTRY_CODE_BY_ID)) throw wrongField('countryId', 'unknown');
  const phone = asked.phone === null ? null : normalisePhone(asked.phone, countryId);
  if (asked.phone !== null && phone === null) throw wrongField('phone', 'phone');

  const site = siteOfPage(ctx, asked.clientHost);
  const [tenantId, memberId, now] = [newId(TenantId), newId(MemberId), ctx.clock.now()];
  const timeZone = asked.timeZone ?? DEFAULT_TIME_ZONE;
  await withTenant(ctx.db, tenantId, async (scope) => {
    await createTenant(scope, {
      name: asked.fullName ?? asked.email.slice(0, asked.email.indexOf('@')),
      isNamed: false,
      brand: site.brand.key,
      countryId,
      timeZone,
      customerLanguage: customerLanguageOf(countryId),
      currency: currencyOf(countryId),
      paidUntil: now.add({ hours: 24 * TRIAL_DAYS }),
      isTrial: true,
      utmTag: asked.utmTag ?? null,
      termsAcceptedAt: asked.termsAccepted ? now : null,
      createdAt: now,
    });
    if (phone) await setTestPhones(scope, [phone]);
    await insertOwner(scope, memberId, {
      email: asked.email,
      phone,
      fullName: asked.fullName,
      passwordHash: asked.passwordHash,
      language: asked.language ?? 'ru',
      timeZone,
      emailConfirmedAt: asked.isEmailConfirmed ? now : null,
      createdAt: now,
    });
    const isFree = await insertSignInName(scope, { kind: 'email', name: asked.email }, memberId);
    if (!isFree) throw new Problem('auth.user_exists');
    if (asked.googleSub) await insertSignInName(scope, { kind: 'google', name: asked.googleSub }, memberId);
    await cabinet.open(scope);
    if (!asked.isEmailConfirmed) await mailConfirmation({ ...ctx, site }, scope, memberId, asked.email);
  });
  return { tenantId, memberId };
}
