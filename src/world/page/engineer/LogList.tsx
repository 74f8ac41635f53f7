import { Badge, Button, Chip, Group, Text, UnstyledButton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { act } from '../api.ts';
import { useTexts } from '../texts.tsx';
import type { LogEntry } from '../types.ts';
import { useLog } from '../use-world.ts';
import classes from './Engineer.module.css';
import { Json } from './Json.tsx';
import { useFormat } from '../zone.tsx';

/** Requests of the product to the services, the newest first. */
export function LogList() {
  const { t } = useTexts();
  const requests = (useLog().data?.requests ?? []).toReversed();
  const [channel, setChannel] = useState('');
  const [openId, setOpenId] = useState<number | null>(null);
  const channels = [...new Set(requests.map((entry) => entry.channel))];
  const shown = requests.filter((entry) => channel === '' || entry.channel === channel);

  return (
    <>
      <Group justify="space-between" mb="xs">
        <Chip.Group value={channel} onChange={setChannel}>
          <Group gap={6}>
            <Chip size="xs" value="">
              {t('all')}
            </Chip>
            {channels.map((one) => (
              <Chip key={one} size="xs" value={one}>
                {one}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconTrash size={14} />}
          onClick={() => void act('DELETE', '/_sim/log')}
        >
          {t('clearLog')}
        </Button>
      </Group>
      {shown.length === 0 && <Text c="var(--page-quiet)">{t('logEmpty')}</Text>}
      {shown.map((entry) => (
        <Entry
          key={entry.id}
          entry={entry}
          isOpen={entry.id === openId}
          onToggle={() => setOpenId(entry.id === openId ? null : entry.id)}
        />
      ))}
    </>
  );
}

function Entry({ entry, isOpen, onToggle }: { entry: LogEntry; isOpen: boolean; onToggle(): void }) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <div className={classes.entry}>
      <UnstyledButton className={classes.entryLine} aria-expanded={isOpen} onClick={onToggle}>
        <small>{format.time(entry.at)}</small>
        <Badge size="sm" variant="light" color="gray" tt="none">
          {entry.channel}
        </Badge>
        <code>
          <b>{entry.method}</b> {withoutToken(entry.path)}
        </code>
        <span className={classes.outcome}>
          {entry.fault && (
            <Badge size="sm" color="red" tt="none">
              {entry.fault}
            </Badge>
          )}
          <Badge size="sm" variant="dot" color={colorOf(entry.status)}>
            {entry.status || '…'}
          </Badge>
          <small>{entry.ms} ms</small>
        </span>
      </UnstyledButton>
      {isOpen && (
        <div className={classes.detail}>
          {Object.keys(entry.query).length > 0 && <Json title={t('query')} value={entry.query} />}
          <Json title={t('body')} value={entry.body} />
          <Json title={t('headers')} value={entry.headers} />
        </div>
      )}
    </div>
  );
}

const withoutToken = (path: string) => path.replace(/\/bot(\d+):[^/]+/, '/bot$1:…');

function colorOf(status: number): string {
  if (status === 0 || status >= 500) return 'red';
  return status >= 400 ? 'orange' : 'teal';
}
