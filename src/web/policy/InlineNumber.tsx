import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import classes from './policy.module.css';

type Props = { label: string; value: number; min: number; max: number; onChange: (value: number) => void };

/** A whole number within a sentence; while it is typed it may be empty, and its bounds hold all the time. */
export function InlineNumber({ label, value, min, max, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const change = (number: number) => onChange(Math.min(max, Math.max(min, number)));

  function count(event: KeyboardEvent): void {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setTyped(null);
    change(value + step);
  }
  return (
    <TextInput
      aria-label={label}
      className={classes.number}
      inputMode="numeric"
      autoComplete="off"
      value={typed ?? String(value)}
      onChange={({ currentTarget }) => {
        const digits = currentTarget.value.replaceAll(/\D/g, '').slice(0, String(max).length);
        setTyped(digits);
        if (digits !== '') change(Number(digits));
      }}
      onBlur={() => setTyped(null)}
      onKeyDown={count}
    />
  );
}
