import { Card, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { cartProblem } from '#contract/billing/cart.ts';
import { MAX_TOP_UP, MIN_TOP_UP, type PriceCurrency, TOP_UP_PRICES, type TopUp } from '#contract/billing/tariffs.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { brand } from '#web/lib/pages/brand.ts';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { BALANCES } from './balances.ts';
import classes from './billing.module.css';
import { type Cart, EMPTY_CART } from './cart-state.ts';
import { AutoPay } from './subscriptions/AutoPay.tsx';
import { CartTotal } from './CartTotal.tsx';
import { PlanTable } from './PlanTable.tsx';

type Props = { currency: PriceCurrency; isPaidByCard: boolean; isInvoiced: boolean };
type PartProps = { currency: PriceCurrency; cart: Cart; onChange: (cart: Cart) => void };

/** Tariffs and additions to the balances, their sum, and the way to the bank. */
export function CartForm({ currency, ...ways }: Props) {
  const t = useTexts();
  const [cart, setCart] = useState(EMPTY_CART);
  const part = { currency, cart, onChange: setCart };
  return (
    <Card component="section" aria-label={t('billing:cart.title')}>
      <Title order={2} size="h3" mb="sm">
        {t('billing:cart.title')}
      </Title>
      <Stack gap="lg">
        <PlanTable {...part} />
        <TopUps {...part} />
        <AutoPay {...part} />
        <CartTotal {...ways} currency={currency} cart={cart} onEmpty={() => setCart(EMPTY_CART)} />
      </Stack>
    </Card>
  );
}

function TopUps({ currency, cart, onChange }: PartProps) {
  const t = useTexts();
  const format = useFormat();
  const { topUps } = cart;
  const errorOf = (balance: TopUp) => {
    const amount = topUps[balance];
    if (amount === 0 || cartProblem({ kind: 'top_up', balance, amount }, brand) === null) return undefined;
    return t(`billing:cart.bounds`, {
      min: format.number(MIN_TOP_UP[balance]),
      max: format.number(MAX_TOP_UP[balance]),
    });
  };
  return (
    <div>
      <Title order={3} size="h4" mb="xs">
        {t('billing:cart.top_ups')}
      </Title>
      <div className={classes.tiles}>
        {BALANCES.map((balance) => (
          <NumberField
            key={balance}
            label={t(`billing:cart.${balance}`)}
            description={t(`billing:cart.${balance}_note`, {
              min: format.number(MIN_TOP_UP[balance]),
              price: format.money({ amountMinor: TOP_UP_PRICES[balance][currency], currency }),
            })}
            value={topUps[balance]}
            min={0}
            max={MAX_TOP_UP[balance]}
            error={errorOf(balance)}
            onChange={(amount) => onChange({ ...cart, topUps: { ...topUps, [balance]: amount } })}
          />
        ))}
      </div>
    </div>
  );
}
