import { Checkbox } from '@mantine/core';
import { totalOf } from '#contract/billing/cart.ts';
import type { PriceCurrency } from '#contract/billing/tariffs.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { type Cart, linesOf } from '#web/billing/cart-state.ts';

type Props = { currency: PriceCurrency; cart: Cart; onChange: (cart: Cart) => void };

/** Whether the tariffs of the cart are renewed, with the sum; nothing for a cart without one. */
export function AutoPay({ currency, cart, onChange }: Props) {
  const t = useTexts();
  const format = useFormat();
  const tariffs = linesOf(cart).filter(({ kind }) => kind === 'tariff');
  if (tariffs.length === 0) return null;
  const sum = format.money({ amountMinor: totalOf(tariffs, currency), currency });
  return (
    <Checkbox
      checked={cart.isAutoPay}
      onChange={({ currentTarget }) => onChange({ ...cart, isAutoPay: currentTarget.checked })}
      label={t('billing:cart.auto_pay')}
      description={t('billing:cart.auto_pay_note', { sum })}
    />
  );
}
