import { Group, Switch, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';

type Props = {
  name: string;
  /** The effect of the switch, for those who do not see the heading. */
  label: string;
  isOn: boolean;
  canChange: boolean;
  /** The state that is being saved; null: none. */
  pending: boolean | null;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
};

/** A thing with a switch; the switch moves at once, and back where the change is refused. */
export function DeskSwitch({ name, label, isOn, canChange, pending, onChange, children }: Props) {
  const id = useId();
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div>
        <Text fw={600} component="label" htmlFor={id}>
          {name}
        </Text>
        <Text size="sm" c="dimmed" component="div">
          {children}
        </Text>
      </div>
      <Switch
        id={id}
        aria-label={`${label}: ${name}`}
        checked={pending ?? isOn}
        disabled={!canChange}
        onChange={({ currentTarget }) => {
          if (pending === null) onChange(currentTarget.checked);
        }}
      />
    </Group>
  );
}
