import { Button, Group, Stack, Text } from '@mantine/core';
import { priceOf, totalOf } from '#contract/billing/cart.ts';
import type { PriceCurrency } from '#contract/billing/tariffs.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { lineName } from './billing-words.ts';
import { type Cart, isSold, linesOf } from './cart-state.ts';
import { InvoiceButton } from './invoices/InvoiceButton.tsx';
import { usePay } from './use-billing.ts';

type Props = { cart: Cart; currency: PriceCurrency; isPaidByCard: boolean; isInvoiced: boolean; onEmpty: () => void };

/** Each line with its price, what further units cost less, the sum, and the button that pays. */
export function CartTotal({ cart, currency, isPaidByCard, isInvoiced, onEmpty }: Props) {
  const t = useTexts();
  const format = useFormat();
  const pay = usePay();
  const lines = linesOf(cart);
  if (lines.length === 0) return <Text c="dimmed">{t('billing:cart.empty')}</Text>;
  const money = (amountMinor: number) => format.money({ amountMinor, currency });
  const totalMinor = totalOf(lines, currency);
  const onPay = () =>
    pay.mutate({ lines, totalMinor }, { onError: (error) => toast.error({ title: problemText(error, t) }) });
  return (
    <Stack gap={4}>
      {lines.map((line) => {
        const { fullMinor, discountMinor } = priceOf(line, currency);
        const name = lineName(line, t, format);
        return (
          <div key={name}>
            <Sum name={name} value={money(fullMinor)} />
            {discountMinor > 0 && <Sum name={t('billing:cart.discount')} value={money(-discountMinor)} />}
          </div>
        );
      })}
      <Sum name={t('billing:cart.total')} value={money(totalMinor)} isTotal />
      <Group mt="sm">
        {isPaidByCard && (
          <Button onClick={onPay} loading={pay.isPending} disabled={!isSold(lines)}>
            {t('billing:cart.pay', { sum: money(totalMinor) })}
          </Button>
        )}
        {isInvoiced && isSold(lines) && <InvoiceButton lines={lines} totalMinor={totalMinor} isMain={!isPaidByCard} />}
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
