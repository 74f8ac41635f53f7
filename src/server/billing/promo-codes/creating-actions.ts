import { randomInt } from 'node:crypto';
import type { PromoCodeTerms } from '#contract/billing/promo-codes.ts';
import type { MemberId, TenantId } from '#contract/tenants/ids.ts';
import type { Services } from '#server/platform/context/context.ts';
import type { SystemScope } from '#server/platform/database/db.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { findPromoByCode, insertPromo, type StoredPromo } from './promo-code-queries.ts';
import { composeCode } from './rules.ts';

/** Attempts to find a free random code; about a billion codes are possible. */
const MAX_ATTEMPTS = 20;

/**
 * Makes a promo code, of the operator or of a partner.
 *
 * @param input.ownerTenantId the partner's cabinet; null: the operator's own code
 * @param input.terms an empty `promocode` is replaced with a random one of 6 characters
 * @throws {Problem} `promo_code.taken`; `request.invalid` for an end that has passed
 */
export async function createPromoCode(
  scope: SystemScope & Pick<Services, 'clock'>,
  input: { terms: PromoCodeTerms; ownerTenantId: TenantId | null; createdBy: MemberId },
): Promise<StoredPromo> {
  const { promocode, ...terms } = input.terms;
  const now = scope.clock.now();
  if (terms.expireDate !== null && !isAfter(Temporal.Instant.from(terms.expireDate), now))
    throw wrongField('expireDate', 'moment_past');
  for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts += 1) {
    const code = promocode === '' ? randomCode() : promocode;
    const made = await insertPromo(scope, { ...input, code, terms, now });
    if (made) return made;
    if (promocode !== '') throw new Problem('promo_code.taken');
  }
  throw new Error('no free promo code was found');
}

/** Returns a random code that is free at present. */
export async function freeCode(scope: SystemScope): Promise<string> {
  for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts += 1) {
    const code = randomCode();
    if (!(await findPromoByCode(scope, code))) return code;
  }
  throw new Error('no free promo code was found');
}

const randomCode = (): string => composeCode((below) => randomInt(below));
