import { Card, Checkbox, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { cartProblem, MAX_UNITS, priceOf } from '#contract/billing/cart.ts';
import {
  MAX_TOP_UP,
  MIN_TOP_UP,
  PERIOD_MONTHS,
  type PriceCurrency,
  soldBy,
  type Tariff,
  TOP_UP_PRICES,
  TOP_UPS,
  type TopUp,
} from '#contract/billing/tariffs.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { brand } from '#web/lib/pages/brand.ts';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { givenBy, tariffName } from './billing-words.ts';
import classes from './billing.module.css';
import { type Cart, EMPTY_CART } from './cart-state.ts';
import { AutoPay } from './subscriptions/AutoPay.tsx';
import { CartTotal } from './CartTotal.tsx';

type Props = { currency: PriceCurrency };
type PartProps = Props & { cart: Cart; onChange: (cart: Cart) => void };

/** Tariffs and additions to the balances, their sum, and the way to the bank. */
export function CartForm({ currency }: Props) {
  const t = useTexts();
  const [cart, setCart] = useState(EMPTY_CART);
  const part = { currency, cart, onChange: setCart };
  return (
    <Card component="section" aria-label={t('billing:cart.title')}>
      <Title order={2} size="h3" mb="sm">
        {t('billing:cart.title')}
      </Title>
      <Stack gap="lg">
        <Tariffs {...part} />
        <TopUps {...part} />
        <AutoPay {...part} />
        <CartTotal currency={currency} cart={cart} onEmpty={() => setCart(EMPTY_CART)} />
      </Stack>
    </Card>
  );
}

function Tariffs({ currency, cart, onChange }: PartProps) {
  const t = useTexts();
  const { months, tariffs } = cart;
  return (
    <div>
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={3} size="h4">
          {t('billing:cart.tariffs')}
        </Title>
        <SegmentedControl
          aria-label={t('billing:cart.period')}
          value={String(months)}
          data={PERIOD_MONTHS.map((count) => ({ value: String(count), label: t('billing:cart.months', { count }) }))}
          onChange={(value) => onChange({ ...cart, months: PERIOD_MONTHS.find((one) => String(one) === value) ?? 1 })}
        />
      </Group>
      {soldBy(brand).map((tariff) => (
        <TariffRow
          key={tariff.id}
          tariff={tariff}
          currency={currency}
          units={tariffs[tariff.id]}
          onChange={(units) => onChange({ ...cart, tariffs: withUnits(tariffs, tariff.id, units) })}
        />
      ))}
    </div>
  );
}

type RowProps = {
  tariff: Tariff;
  currency: PriceCurrency;
  units: number | undefined;
  onChange: (units: number | undefined) => void;
};

function TariffRow({ tariff, currency, units, onChange }: RowProps) {
  const t = useTexts();
  const format = useFormat();
  const { amountMinor } = priceOf({ kind: 'tariff', tariffId: tariff.id, units: 1, months: 1 }, currency);
  return (
    <div className={classes.tariff}>
      <Checkbox
        checked={units !== undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? 1 : undefined)}
        label={tariffName(tariff.id, t)}
        description={givenBy(tariff, t, format)}
      />
      <Text className={classes.price}>
        {t('billing:cart.monthly', { sum: format.money({ amountMinor, currency }) })}
      </Text>
      {tariff.unit && units !== undefined && (
        <div className={classes.units}>
          <NumberField
            label={t('billing:cart.numbers')}
            description={t('billing:cart.numbers_note', { percent: tariff.furtherUnitDiscount ?? 0 })}
            value={units}
            min={1}
            max={MAX_UNITS}
            onChange={onChange}
          />
        </div>
      )}
    </div>
  );
}

function withUnits(tariffs: Cart['tariffs'], id: number, units: number | undefined): Cart['tariffs'] {
  const { [id]: _before, ...rest } = tariffs;
  return units !== undefined ? { ...rest, [id]: units } : rest;
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
        {TOP_UPS.map((balance) => (
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
