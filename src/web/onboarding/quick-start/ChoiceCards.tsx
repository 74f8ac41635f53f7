import { Radio, Text } from '@mantine/core';
import type { ComponentType } from 'react';
import classes from './quick-start.module.css';

export type Choice<Value extends string> = {
  value: Value;
  label: string;
  text: string;
  Icon: ComponentType<{ size: number; stroke: number; className: string | undefined }>;
};

type Props<Value extends string> = {
  label: string;
  value: Value | null;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
};

/** Answers to one question, each with its picture and a sentence; one of them is chosen. */
export function ChoiceCards<Value extends string>({ label, value, choices, onChange }: Props<Value>) {
  const choose = (typed: string) => {
    const chosen = choices.find((one) => one.value === typed);
    if (chosen) onChange(chosen.value);
  };
  return (
    <Radio.Group aria-label={label} value={value} onChange={choose}>
      <div className={classes.choices}>
        {choices.map(({ value: one, label: name, text, Icon }) => (
          <Radio.Card key={one} value={one} className={classes.choice}>
            <Icon size={26} stroke={1.6} className={classes.icon} />
            <span className={classes.words}>
              <Text component="span" fw={600}>
                {name}
              </Text>
              <Text component="span" size="sm" c="dimmed">
                {text}
              </Text>
            </span>
            <Radio.Indicator />
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}
