import { z } from 'zod';
import { PaymentId } from '#contract/billing/calls.ts';
import type * as contract from '#contract/billing/promo-codes.ts';
import type { PromoCode } from '#contract/billing/promo-codes.ts';
import { PromoCodeId } from '#contract/billing/promo-ids.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { Services } from '#server/platform/context/context.ts';
import type { SystemScope } from '#server/platform/database/db.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import { Problem } from '#server/platform/values/problem.ts';
import {
  findPromo,
  listNames,
  listPromoRows,
  listUseRows,
  type StoredPromo,
  updateDisabled,
} from './promo-code-queries.ts';
import { promoState } from './rules.ts';

type OperatorScope = SystemScope & Pick<Services, 'clock'>;

const PromoCursor = z.tuple([z.iso.datetime(), PromoCodeId]);
const UseCursor = z.tuple([z.iso.datetime(), PaymentId]);

/**
 * Lists codes, newest first.
 *
 * @param ownerTenantId lists those of one partner
 */
export async function pageOfPromoCodes(
  scope: OperatorScope,
  { search, state, cursor, limit }: QueryOf<typeof contract.listPromoCodes>,
  ownerTenantId?: TenantId,
): Promise<ReplyOf<typeof contract.listPromoCodes>> {
  const now = scope.clock.now();
  const after = readCursor(cursor, PromoCursor);
  const rows = await listPromoRows(scope, { search, state, ownerTenantId, after, limit, now });
  const names = await listNames(
    scope,
    rows.flatMap((row) => row.ownerTenantId ?? []),
  );
  return toPage(
    rows,
    limit,
    (row) => toPromoCode(row, names, now),
    (row) => [row.createdAt.toString(), row.id],
  );
}

/** @throws {Problem} `promo_code.not_found` */
export async function getPromoCode(scope: OperatorScope, id: PromoCodeId): Promise<PromoCode> {
  return whole(scope, await findPromo(scope, id));
}

/**
 * Switches a code off or on again.
 *
 * @throws {Problem} `promo_code.not_found`
 */
export async function setDisabled(
  scope: OperatorScope,
  { id, isDisabled }: { id: PromoCodeId; isDisabled: boolean },
): Promise<PromoCode> {
  return whole(scope, await updateDisabled(scope, id, isDisabled ? scope.clock.now() : null));
}

/**
 * Lists payments that a code was entered for, newest first.
 *
 * @throws {Problem} `promo_code.not_found`
 */
export async function pageOfUses(
  scope: OperatorScope,
  id: PromoCodeId,
  { cursor, limit }: QueryOf<typeof contract.listPromoCodeUses>,
): Promise<ReplyOf<typeof contract.listPromoCodeUses>> {
  if (!(await findPromo(scope, id))) throw new Problem('promo_code.not_found');
  const rows = await listUseRows(scope, id, { after: readCursor(cursor, UseCursor), limit });
  return toPage(
    rows,
    limit,
    (row) => row,
    (row) => [row.createdAt, row.paymentId],
  );
}

/** A stored code as the operator sees it. */
export async function whole(scope: OperatorScope, promo: StoredPromo | undefined): Promise<PromoCode> {
  if (!promo) throw new Problem('promo_code.not_found');
  const names = await listNames(scope, promo.ownerTenantId === null ? [] : [promo.ownerTenantId]);
  return toPromoCode(promo, names, scope.clock.now());
}

function toPromoCode(promo: StoredPromo, names: ReadonlyMap<TenantId, string>, now: Temporal.Instant): PromoCode {
  const { ownerTenantId } = promo;
  return {
    id: promo.id,
    promocode: promo.code,
    discountPercent: promo.discountPercent,
    paymentCount: promo.paymentCount,
    paymentsCountByUser: promo.paymentsCountByUser,
    expireDate: promo.expireDate?.toString() ?? null,
    availableTariffTypes: [...promo.availableTariffTypes],
    minimalUserPayments: promo.minimalUserPayments,
    maxUserPayments: promo.maxUserPayments,
    forNetworkCompanies: promo.forNetworkCompanies,
    rewardSumOwner: promo.rewardSumOwner,
    rewardPercentOwner: promo.rewardPercentOwner,
    ownerGuid: ownerTenantId,
    ownerName: ownerTenantId === null ? null : (names.get(ownerTenantId) ?? null),
    state: promoState(promo, now),
    usedCount: promo.used,
    reservedCount: promo.reserved,
    createdAt: promo.createdAt.toString(),
  };
}
