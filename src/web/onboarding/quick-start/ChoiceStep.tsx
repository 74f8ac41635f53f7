import { useState } from 'react';
import { type Choice, ChoiceCards } from './ChoiceCards.tsx';
import { StepActions } from './StepActions.tsx';

type Props<Value extends string> = {
  label: string;
  /** Chosen at first. */
  initial: Value;
  choices: readonly Choice<Value>[];
  /** The words of the button; "Continue" when left out. */
  button?: string;
  isBusy: boolean;
  onChosen: (value: Value) => void;
};

/** A step that is answered by one choice. */
export function ChoiceStep<Value extends string>({ label, initial, choices, button, isBusy, onChosen }: Props<Value>) {
  const [value, setValue] = useState(initial);
  return (
    <>
      <ChoiceCards label={label} value={value} choices={choices} onChange={setValue} />
      <StepActions isBusy={isBusy} {...(button !== undefined && { label: button })} onNext={() => onChosen(value)} />
    </>
  );
}
