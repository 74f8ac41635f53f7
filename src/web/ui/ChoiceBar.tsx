import classes from './ChoiceBar.module.css';

type Props<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

/** A few ways to look at one thing, one of which is chosen. */
export function ChoiceBar<Value extends string>({ label, value, options, onChange }: Props<Value>) {
  return (
    <div className={classes.bar} role="group" aria-label={label}>
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
