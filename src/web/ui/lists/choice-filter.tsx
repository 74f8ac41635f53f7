import { NativeSelect } from '@mantine/core';
import classes from './choice-filter.module.css';
import type { Filter } from './ListTools.tsx';

type Choice = {
  label: string;
  value: string | undefined;
  /** The option that chooses nothing; left out where one is always chosen, e.g. of an order. */
  any?: string;
  options: readonly { value: string; label: string }[];
  /** Receives an empty text when nothing is chosen. */
  onChange: (value: string) => void;
  /** Says otherwise whether the filter is on. */
  isOn?: boolean;
};

/** A filter of a list by one of several values. */
export function choiceFilter({ label, value, any, options, onChange, isOn }: Choice): Filter {
  return {
    label,
    isOn: isOn ?? (any !== undefined && value !== undefined),
    field: (
      <NativeSelect
        aria-label={label}
        className={classes.field}
        value={value ?? ''}
        data={[...(any === undefined ? [] : [{ value: '', label: any }]), ...options]}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    ),
  };
}
