import type { PromoCode } from '#contract/billing/promo-codes.ts';
import type { Format } from '#web/lib/format/format.ts';
import type { Text } from '#web/lib/format/i18n.ts';

/** The last day on which a code is valid. */
export function lastDayOf({ expireDate }: Pick<PromoCode, 'expireDate'>, t: Text, format: Format): string {
  if (expireDate === null) return t('admin:promo.endless');
  return format.date(new Date(Date.parse(expireDate) - 1).toISOString());
}

/** How often a code was used, of how often it may be. */
export function usesOf(
  { usedCount, reservedCount, paymentCount }: Pick<PromoCode, 'usedCount' | 'reservedCount' | 'paymentCount'>,
  t: Text,
): string {
  const used =
    paymentCount === null ? String(usedCount) : t('admin:promo.used_of', { used: usedCount, most: paymentCount });
  return reservedCount > 0 ? `${used}, ${t('admin:promo.pending', { count: reservedCount })}` : used;
}
