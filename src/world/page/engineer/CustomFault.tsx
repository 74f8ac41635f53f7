import { ActionIcon, Badge, Button, Collapse, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { act } from '../api.ts';
import { useTexts } from '../texts.tsx';
import { useBehaviours, useFaults } from '../use-world.ts';

const ACTIONS = ['http', 'timeout', 'reset', 'slow'];

/** A failure put together by hand, and those in force. */
export function CustomFault() {
  const { t } = useTexts();
  const faults = useFaults().data?.faults ?? [];
  const behaviours = useBehaviours().data ?? {};
  const [isOpen, { toggle }] = useDisclosure(false);
  const [channel, setChannel] = useState('d360');
  const [action, setAction] = useState('http');
  const [match, setMatch] = useState('');
  const [status, setStatus] = useState<number | string>(500);
  const [times, setTimes] = useState<number | string>(1);
  const add = () =>
    void act('POST', '/_sim/fault', {
      channel,
      action,
      status: Number(status),
      times: Number(times),
      ...(match !== '' && { match }),
    });

  return (
    <Stack gap="sm" mt="md">
      <Button
        variant="subtle"
        color="gray"
        size="compact-md"
        justify="space-between"
        rightSection={<IconChevronDown size={16} />}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {t('custom')}
      </Button>
      <Collapse expanded={isOpen}>
        <Stack gap="xs">
          <Group grow>
            <Select
              label={t('channel')}
              data={Object.keys(behaviours)}
              value={channel}
              allowDeselect={false}
              onChange={(next) => next && setChannel(next)}
            />
            <Select
              label={t('action')}
              data={ACTIONS}
              value={action}
              allowDeselect={false}
              onChange={(next) => next && setAction(next)}
            />
          </Group>
          <TextInput label={t('match')} value={match} onChange={(event) => setMatch(event.currentTarget.value)} />
          <Group grow align="end">
            <NumberInput
              label={t('status')}
              value={status}
              onChange={setStatus}
              min={100}
              max={599}
              disabled={action !== 'http'}
            />
            <NumberInput label={t('times')} value={times} onChange={setTimes} min={0} />
          </Group>
          <Button variant="light" onClick={add}>
            {t('add')}
          </Button>
        </Stack>
      </Collapse>
      {faults.length > 0 && (
        <Stack gap={6}>
          <Text fz={13} fw={650}>
            {t('active')}
          </Text>
          {faults.map((fault) => (
            <Group key={fault.id} gap={6} wrap="nowrap">
              <Badge color="red" variant="light" tt="none">
                {fault.channel} · {fault.action} {fault.action === 'http' && fault.status} {fault.match}{' '}
                {fault.left !== null && `× ${fault.left}`}
              </Badge>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label="×"
                onClick={() => void act('DELETE', `/_sim/faults/${fault.id}`)}
              >
                <IconX size={14} />
              </ActionIcon>
            </Group>
          ))}
        </Stack>
      )}
    </Stack>
  );
}
