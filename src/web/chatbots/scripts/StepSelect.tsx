import { NativeSelect } from '@mantine/core';
import type { ScriptKey, ScriptStep } from '#contract/chatbots/scripts.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

type Props = {
  label: string;
  steps: readonly ScriptStep[];
  value: ScriptKey | null;
  /** The words for no step. */
  empty: string;
  onChange: (stepId: ScriptKey | null) => void;
  /** Adds a message to lead to; left out where only existing steps are offered. */
  onNew?: () => void;
};

const NEW = 'new-message';
const SHOWN_LENGTH = 40;

/** The step that something leads to. */
export function StepSelect({ label, steps, value, empty, onChange, onNew }: Props) {
  const t = useTexts();
  const nameOf = useStepName();
  const choose = (chosen: string) => {
    if (chosen === NEW) onNew?.();
    else onChange(chosen === '' ? null : chosen);
  };
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      data={[
        { value: '', label: empty },
        ...steps.map((step, n) => ({ value: step.id, label: nameOf(step, n) })),
        ...(onNew ? [{ value: NEW, label: t('chatbots:script.new_message') }] : []),
      ]}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  );
}

/** The name of a step in lists: its number, its kind, and how its text begins. */
export function useStepName(): (step: ScriptStep, n: number) => string {
  const t = useTexts();
  return (step, n) => {
    const kind = `${n + 1}. ${t(`chatbots:script.step.${step.kind}`)}`;
    const text = 'texts' in step ? (step.texts?.default ?? '').trim().replaceAll(/\s+/g, ' ') : '';
    const begin = text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH).trimEnd()}…` : text;
    return begin ? `${kind}: ${begin}` : kind;
  };
}
