import { TextInput } from '@mantine/core';

const MAX_DIGITS = 9;

type Props = {
  label: string;
  /** Said while it is empty. */
  placeholder?: string;
  most: number;
  /** Null: none. */
  value: number | null;
  isWrong?: boolean;
  error?: string | undefined;
  onChange: (value: number | null) => void;
};

/** A whole number that may be left out. */
export function OptionalNumber({ label, placeholder, most, value, isWrong = false, error, onChange }: Props) {
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      inputMode="numeric"
      autoComplete="off"
      error={error ?? isWrong}
      value={value === null ? '' : String(value)}
      onChange={({ currentTarget }) => {
        const digits = currentTarget.value.replaceAll(/\D/g, '').slice(0, MAX_DIGITS);
        onChange(digits === '' ? null : Math.min(most, Number(digits)));
      }}
    />
  );
}
