import type { ReactNode } from 'react';
import classes from './ChoiceBar.module.css';

type Props<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: ReactNode }[];
  onChange: (value: Value) => void;
  /** As wide as its words; otherwise as what it stands in. */
  isNarrow?: boolean;
};

/** A few ways, one of which is chosen. */
export function ChoiceBar<Value extends string>({ label, value, options, onChange, isNarrow = false }: Props<Value>) {
  return (
    <div className={classes.bar} role="group" aria-label={label} data-narrow={isNarrow || undefined}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={classes.option}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
