import { Checkbox, Group, SegmentedControl, Text, Title } from '@mantine/core';
import { MAX_UNITS, priceOf } from '#contract/billing/cart.ts';
import { PERIOD_MONTHS, type PriceCurrency, soldBy } from '#contract/billing/tariffs.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { brand } from '#web/lib/pages/brand.ts';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { givenBy, tariffName } from './billing-words.ts';
import classes from './billing.module.css';
import type { Cart } from './cart-state.ts';
import { ItemPicker } from './ItemPicker.tsx';
import { optionsOf, type PlanOption } from './plan-options.ts';

type Props = { currency: PriceCurrency; cart: Cart; onChange: (cart: Cart) => void };

/** Plans side by side with what each gives and its price; where few are sold, each stands there once per period. */
export function PlanTable({ currency, cart, onChange }: Props) {
  const t = useTexts();
  const options = optionsOf(soldBy(brand), cart.months);
  return (
    <section aria-label={t('billing:cart.tariffs')}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={3} size="h4">
          {t('billing:cart.tariffs')}
        </Title>
        {options.every(({ isPerPeriod }) => !isPerPeriod) && (
          <SegmentedControl
            aria-label={t('billing:cart.period')}
            value={String(cart.months)}
            data={PERIOD_MONTHS.map((count) => ({ value: String(count), label: t('billing:cart.months', { count }) }))}
            onChange={(value) => onChange({ ...cart, months: PERIOD_MONTHS.find((one) => String(one) === value) ?? 1 })}
          />
        )}
      </Group>
      <ul className={classes.plans}>
        {options.map((option) => (
          <Plan
            key={`${option.tariff.id}:${option.isPerPeriod ? option.months : ''}`}
            option={option}
            currency={currency}
            cart={cart}
            onChange={onChange}
          />
        ))}
      </ul>
    </section>
  );
}

function Plan({ option, currency, cart, onChange }: Props & { option: PlanOption }) {
  const t = useTexts();
  const format = useFormat();
  const { tariff, months, isPerPeriod } = option;
  const units = cart.months === months ? cart.tariffs[tariff.id] : undefined;
  const items = cart.items[tariff.id] ?? [];
  const name = tariffName(tariff.id, t);
  const period = t('billing:line.months', { count: months });
  const sumOf = (count: number) => {
    const { amountMinor } = priceOf({ kind: 'tariff', tariffId: tariff.id, units: 1, months: count }, currency);
    return format.money({ amountMinor, currency });
  };
  const put = (count: number | undefined, ids: readonly string[] = []) => {
    const { [tariff.id]: _units, ...tariffs } = cart.tariffs;
    const { [tariff.id]: _ids, ...chosen } = cart.items;
    onChange({
      ...cart,
      months,
      tariffs: count === undefined ? tariffs : { ...tariffs, [tariff.id]: count },
      items: ids.length > 0 ? { ...chosen, [tariff.id]: ids } : chosen,
    });
  };
  return (
    <li className={classes.plan} data-chosen={units !== undefined || undefined}>
      <Checkbox
        checked={units !== undefined}
        onChange={({ currentTarget }) => put(currentTarget.checked ? 1 : undefined)}
        label={isPerPeriod ? `${name}, ${period}` : name}
      />
      <Text size="sm" c="dimmed" className={classes.gives}>
        {givenBy(tariff, t, format)}
      </Text>
      <Text fw={600}>{t('billing:cart.monthly', { sum: sumOf(1) })}</Text>
      {months > 1 && (
        <Text size="sm" c="dimmed">
          {t('billing:plans.for_period', { period, sum: sumOf(months) })}
        </Text>
      )}
      {tariff.unit && units !== undefined && items.length === 0 && (
        <NumberField
          label={t('billing:cart.numbers')}
          description={t('billing:cart.numbers_note', { percent: tariff.furtherUnitDiscount ?? 0 })}
          value={units}
          min={1}
          max={MAX_UNITS}
          onChange={(count) => put(count)}
        />
      )}
      {units !== undefined && (
        <ItemPicker
          tariff={tariff}
          value={items}
          onChange={(ids) => put(tariff.unit ? Math.max(1, ids.length) : 1, ids)}
        />
      )}
    </li>
  );
}
