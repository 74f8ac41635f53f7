import type { ReactElement } from 'react';
import { onDemandChoice } from './on-demand-choice.tsx';

type Props<Value extends string> = {
  label: string;
  description?: string;
  /** Shown while nothing is chosen. */
  placeholder: string;
  data: { value: Value; label: string }[];
  value: Value[];
  onChange: (value: Value[]) => void;
};

const Choice = onDemandChoice<Props<string>>(async () => (await import('./OpenedManySelect.tsx')).OpenedManySelect);

/** A choice of any number among many. */
export function ManySelect<Value extends string>({ placeholder, onChange, ...props }: Props<Value>): ReactElement {
  return (
    <Choice
      {...props}
      placeholder={props.value.length === 0 ? placeholder : ''}
      onChange={(chosen) => onChange(props.data.flatMap(({ value }) => (chosen.includes(value) ? value : [])))}
    />
  );
}
