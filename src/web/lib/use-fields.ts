import { useRef, useState } from 'react';
import type { FormEvent } from 'react';

/** Field, or a path within one, to what is wrong with it. */
export type Reasons = Record<string, string | undefined>;

/** What an input is given. NOTE: no type knows what the field of a name holds and what its input takes; `never` fits all. */
export type InputProps = {
  'data-path': string;
  onChange: (event: unknown) => void;
  value?: never;
  checked?: never;
};

type Options<Values> = {
  initial: Values;
  /** Finds what is wrong with the values. */
  check: (values: Values) => Promise<Reasons>;
  onChange: (values: Values) => void;
};

/**
 * The values of a form's fields and what is wrong with them.
 *
 * A field's reason goes as soon as the field is changed; it comes when the field is left or the form is sent.
 */
export function useFields<Values extends Record<string, unknown>>({ initial, check, onChange }: Options<Values>) {
  const [values, drawValues] = useState(initial);
  const [errors, drawErrors] = useState<Reasons>({});
  const [saved, setSaved] = useState(initial);
  // NOTE: what is newest, for those who waited for something since the last drawing
  const newest = useRef({ values, errors });

  function setErrors(reasons: Reasons): void {
    newest.current.errors = Object.fromEntries(Object.entries(reasons).filter(([, reason]) => reason));
    drawErrors(newest.current.errors);
  }

  function setValues(change: Partial<Values>): void {
    newest.current.values = { ...newest.current.values, ...change };
    drawValues(newest.current.values);
    setErrors({
      ...newest.current.errors,
      ...Object.fromEntries(Object.keys(change).map((field) => [field, undefined])),
    });
    onChange(newest.current.values);
  }

  function setFieldValue(field: keyof Values & string, value: unknown): void {
    setValues({ [field]: value } as Partial<Values>); // NOTE: what an input tells is checked before it is sent
  }

  async function validate(): Promise<boolean> {
    setErrors(await check(newest.current.values));
    return Object.keys(newest.current.errors).length === 0;
  }

  return {
    values,
    errors,
    setErrors,
    setValues,
    getValues: () => newest.current.values,
    setFieldValue,
    clearFieldError: (path: string) => setErrors({ ...newest.current.errors, [path]: undefined }),
    validateField: async (field: keyof Values & string) => {
      const reasons = await check(newest.current.values);
      setErrors({ ...newest.current.errors, [field]: reasons[field] });
    },
    /** Whether something differs from what was there at first, or at the last `resetDirty`. */
    isDirty: () => JSON.stringify(newest.current.values) !== JSON.stringify(saved),
    resetDirty: (now: Values = newest.current.values) => setSaved(now),
    /** What an input needs: its value, and what to do when it changes. */
    inputProps: (field: keyof Values & string, type: 'input' | 'checkbox'): InputProps => ({
      'data-path': field,
      onChange: (event) => setFieldValue(field, typedIn(event, type)),
      [type === 'checkbox' ? 'checked' : 'value']: values[field],
    }),
    /** Sends what fits, and says when something does not. */
    onSubmit: (send: (values: Values) => Promise<void>, onWrong: () => void) => async (event: FormEvent) => {
      event.preventDefault();
      if (await validate()) await send(newest.current.values);
      else onWrong();
    },
  };
}

/** Mantine's inputs tell either an event, as the browser's do, or the value itself. */
function typedIn(event: unknown, type: 'input' | 'checkbox'): unknown {
  if (typeof event !== 'object' || event === null || !('currentTarget' in event)) return event;
  const { currentTarget } = event as { currentTarget: HTMLInputElement }; // NOTE: an event of an input
  return type === 'checkbox' ? currentTarget.checked : currentTarget.value;
}
