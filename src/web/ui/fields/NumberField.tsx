import { TextInput } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';

const MAX_DIGITS = 9;

type Props = {
  label: string;
  description?: string;
  value: number;
  min: number;
  max: number;
  error?: ReactNode;
  onChange: (value: number) => void;
};

/** A whole number; arrows count, and the bounds hold once the field is left. */
export function NumberField({ value, min, max, onChange, ...field }: Props) {
  const within = (number: number) => Math.min(max, Math.max(min, number));

  function count(event: KeyboardEvent): void {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onChange(within(value + step));
  }
  return (
    <TextInput
      {...field}
      inputMode="numeric"
      autoComplete="off"
      value={String(value)}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value.replaceAll(/\D/g, '').slice(0, MAX_DIGITS)))}
      onBlur={() => within(value) !== value && onChange(within(value))}
      onKeyDown={count}
    />
  );
}
