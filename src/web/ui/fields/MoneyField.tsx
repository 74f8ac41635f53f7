import { TextInput } from '@mantine/core';
import { useState } from 'react';

type Props = {
  label: string;
  description?: string;
  /** ISO 4217. */
  currency: string;
  /** In minor units; null: empty. */
  value: number | null;
  error?: string | undefined;
  onChange: (minor: number | null) => void;
};

const MAX_DIGITS = 9;

/** A sum, typed in whole units with a decimal point or comma. */
export function MoneyField({ label, description, currency, value, error, onChange }: Props) {
  const decimals = decimalsOf(currency);
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      label={label}
      {...(description && { description })}
      inputMode="decimal"
      autoComplete="off"
      rightSection={symbolOf(currency)}
      rightSectionPointerEvents="none"
      value={typed ?? written(value, decimals)}
      error={error}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(read(currentTarget.value, decimals));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

/** Reads a sum; null where there is none. */
function read(text: string, decimals: number): number | null {
  const [, whole = '', cents = ''] = /^([\d\s]*)(?:[.,](\d*))?/.exec(text.trim()) ?? [];
  const digits = whole.replaceAll(/\s/g, '').slice(0, MAX_DIGITS);
  if (digits === '' && cents === '') return null;
  return Math.round(Number(`${digits || '0'}.${cents || '0'}`) * 10 ** decimals);
}

function written(minor: number | null, decimals: number): string {
  if (minor === null) return '';
  const whole = minor / 10 ** decimals;
  return Number.isInteger(whole) ? String(whole) : whole.toFixed(decimals);
}

const formatOf = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });

const decimalsOf = (currency: string) =>
  /^[A-Z]{3}$/.test(currency) ? (formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2) : 2;

const symbolOf = (currency: string) =>
  /^[A-Z]{3}$/.test(currency)
    ? formatOf(currency)
        .formatToParts(0)
        .find(({ type }) => type === 'currency')?.value
    : null;
