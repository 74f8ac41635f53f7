import { Button, Group, Stack, Text } from '@mantine/core';
import { promoPriceOf, promoTotalOf } from '#contract/billing/promo-pricing.ts';
import type { PriceCurrency } from '#contract/billing/tariffs.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { lineName } from './billing-words.ts';
import { type Cart, isSold, linesOf } from './cart-state.ts';
import { InvoiceButton } from './invoices/InvoiceButton.tsx';
import { PromoCodeField } from './PromoCodeField.tsx';
import { usePay } from './use-billing.ts';
import { useGiftedPromo } from './use-gifted-promo.ts';
import { usePromo } from './use-promo.ts';

type Props = { cart: Cart; currency: PriceCurrency; isPaidByCard: boolean; isInvoiced: boolean; onEmpty: () => void };

/** Each line with its price and its discounts, the promo code, the sum, and the button that pays. */
export function CartTotal({ cart, currency, isPaidByCard, isInvoiced, onEmpty }: Props) {
  const t = useTexts();
  const format = useFormat();
  const pay = usePay();
  const lines = linesOf(cart);
  const isAutoPay = cart.isAutoPay && lines.some(({ kind }) => kind === 'tariff');
  const { code, gift } = useGiftedPromo(lines, usePromo(lines, isAutoPay), isAutoPay);
  const { promo } = code;
  const giftNote = gift && !promo && (
    <Text size="sm" fw={550}>
      {t('billing:cart.promo.gift', { percent: gift.discountPercent, code: gift.promocode })}
    </Text>
  );
  if (lines.length === 0)
    return (
      <>
        {giftNote}
        <Text c="dimmed">{t('billing:cart.empty')}</Text>
      </>
    );
  const money = (amountMinor: number) => format.money({ amountMinor, currency });
  const totalMinor = promoTotalOf(lines, currency, promo);
  const onPay = () =>
    pay.mutate(
      { lines, totalMinor, isAutoPay, ...(promo && { promocode: promo.promocode }) },
      { onError: (error) => code.takeRefusal(error) || toast.error({ title: problemText(error, t) }) },
    );
  return (
    <Stack gap={4}>
      {lines.map((line) => {
        const { fullMinor, discountMinor, promoDiscountMinor } = promoPriceOf(line, currency, promo);
        const name = lineName(line, t, format);
        return (
          <div key={name}>
            <Sum name={name} value={money(fullMinor)} />
            {discountMinor > 0 && <Sum name={t('billing:cart.discount')} value={money(-discountMinor)} />}
            {promo && promoDiscountMinor > 0 && (
              <Sum
                name={t('billing:cart.promo.discount', { percent: promo.discountPercent, code: promo.promocode })}
                value={money(-promoDiscountMinor)}
              />
            )}
          </div>
        );
      })}
      <Sum name={t('billing:cart.total')} value={money(totalMinor)} isTotal />
      {giftNote}
      <PromoCodeField promo={code} />
      <Group mt="sm">
        {isPaidByCard && (
          <Button onClick={onPay} loading={pay.isPending} disabled={!isSold(lines) || code.isUnfit}>
            {totalMinor > 0 ? t('billing:cart.pay', { sum: money(totalMinor) }) : t('billing:cart.promo.take_free')}
          </Button>
        )}
        {isInvoiced && isSold(lines) && !promo && (
          <InvoiceButton lines={lines} totalMinor={totalMinor} isMain={!isPaidByCard} />
        )}
        <Button variant="subtle" color="gray" onClick={onEmpty}>
          {t('billing:cart.clear')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t(isPaidByCard ? 'billing:cart.note' : 'billing:invoice.note')}
      </Text>
    </Stack>
  );
}

function Sum({ name, value, isTotal = false }: { name: string; value: string; isTotal?: boolean }) {
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap" mt={isTotal ? 'xs' : 0}>
      <Text {...(isTotal && { fw: 650 })}>{name}</Text>
      <Text style={{ whiteSpace: 'nowrap' }} {...(isTotal && { fw: 650 })}>
        {value}
      </Text>
    </Group>
  );
}
