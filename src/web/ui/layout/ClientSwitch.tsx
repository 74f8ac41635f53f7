import { ActionIcon, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useWords } from '#web/ui/words.tsx';

type Props = {
  /** Name of the shown client; empty for an example. */
  name: string;
  index: number;
  count: number;
  /** Names of the variables that are empty for this client. */
  emptyVariables?: readonly string[];
  onChange: (index: number) => void;
};

/** Shows real clients in a preview one after another. */
export function ClientSwitch({ name, index, count, emptyVariables = [], onChange }: Props) {
  const words = useWords();
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <ActionIcon
          aria-label={words('previous_client')}
          disabled={count < 2}
          onClick={() => onChange((index - 1 + count) % count)}
        >
          <IconChevronLeft size={20} />
        </ActionIcon>
        <Text size="sm" ta="center" miw={0} truncate aria-live="polite">
          {name && (
            <>
              <b>{name}</b> ·{' '}
            </>
          )}
          {words('client_of', { client: index + 1, clients: count })}
        </Text>
        <ActionIcon
          aria-label={words('next_client')}
          disabled={count < 2}
          onClick={() => onChange((index + 1) % count)}
        >
          <IconChevronRight size={20} />
        </ActionIcon>
      </Group>
      {emptyVariables.length > 0 && (
        <Text size="sm" c="bad" ta="center">
          {words('empty_variables', { names: emptyVariables.join(', ') })}
        </Text>
      )}
    </div>
  );
}
