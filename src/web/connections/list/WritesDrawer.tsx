import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Connection } from '#contract/connections/calls.ts';
import type { ConnectionCommand } from '#contract/connections/commands.ts';
import { CONNECTION_TROUBLES } from '#contract/connections/values.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { type Text as Texts, useFirstText, useTexts } from '#web/lib/format/i18n.ts';
import { Moment } from '#web/lib/format/Moment.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { type Tone, ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { ConfirmDialog } from '#web/ui/layout/ConfirmDialog.tsx';
import { SideDrawer } from '#web/ui/layout/SideDrawer.tsx';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { PagedRows } from '#web/ui/lists/PagedRows.tsx';
import { troubleWords } from '#web/connections/trouble-words.ts';
import { useCommands, useRetryCommand } from '#web/connections/use-connections.ts';

const TONES: Record<ConnectionCommand['state'], Tone> = {
  waiting: 'gray',
  running: 'gray',
  done: 'good',
  refused: 'bad',
  unknown: 'attention',
};

type Shown = 'failed' | 'all';

type Props = {
  connection: Pick<Connection, 'id' | 'kind'>;
  shows: Shown;
  onShow: (shown: Shown | null) => void;
};

/** Writes to an outside system, with the reason of each failure and another attempt. */
export function WritesDrawer({ connection: { id, kind }, shows, onShow }: Props) {
  const t = useTexts();
  const commands = useCommands(id, shows === 'failed');
  const system = t(`app:menu.${kind}`);
  return (
    <SideDrawer
      isOpen
      title={t('connections:writes.title', { system })}
      closeLabel={t('ui:close')}
      onClose={() => onShow(null)}
    >
      <Stack>
        <ChoiceBar
          label={t('connections:writes.filter')}
          value={shows}
          onChange={onShow}
          options={[
            { value: 'failed', label: t('connections:writes.only_failed') },
            { value: 'all', label: t('connections:writes.all') },
          ]}
        />
        <PagedRows
          list={commands}
          empty={
            <EmptyState
              text={t(shows === 'failed' ? 'connections:writes.none_failed' : 'connections:writes.none', { system })}
            />
          }
        >
          {(rows) => rows.map((command) => <Write key={command.id} command={command} connection={{ id, kind }} />)}
        </PagedRows>
        <Text size="sm" c="dimmed">
          {t('connections:writes.kept')}
        </Text>
      </Stack>
    </SideDrawer>
  );
}

function Write({ command, connection }: { command: ConnectionCommand; connection: Props['connection'] }) {
  const t = useTexts();
  const firstText = useFirstText();
  const retry = useRetryCommand(connection.id);
  const [isConfirming, setConfirming] = useState(false);
  const system = t(`app:menu.${connection.kind}`);
  const isUnknown = command.state === 'unknown';
  const isFailed = isUnknown || command.state === 'refused';
  const reason = reasonOf(command, connection.kind, t);
  const name = firstText(`commands:${command.kind.replace('.', '_')}`, 'commands:any');
  return (
    <Card component="section" aria-label={name} padding="sm">
      <Stack gap="xs">
        <Group justify="space-between" align="start">
          <Text fw={600}>{name}</Text>
          <ToneBadge tone={TONES[command.state]}>{t(`connections:writes.state.${command.state}`)}</ToneBadge>
        </Group>
        {reason && <Text>{reason}</Text>}
        {command.text && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t('connections:vendor_says', { system, text: command.text })}
          </Text>
        )}
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            <Moment at={command.finishedAt ?? command.createdAt} />
            {command.attempts > 1 && ` · ${t('connections:writes.attempts', { count: command.attempts })}`}
          </Text>
          {isFailed && (
            <Button
              variant="default"
              loading={retry.isPending}
              onClick={() => (isUnknown ? setConfirming(true) : retry.mutate(command.id))}
            >
              {t('ui:retry')}
            </Button>
          )}
        </Group>
      </Stack>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('connections:writes.retry_title')}
        text={t('connections:writes.retry_twice', { system })}
        confirmLabel={t('connections:writes.retry_do')}
        isBusy={retry.isPending}
        onConfirm={() => retry.mutate(command.id, { onSettled: () => setConfirming(false) })}
        onClose={() => setConfirming(false)}
      />
    </Card>
  );
}

/** Why a write did not succeed, or has not yet; null where nothing went wrong. */
function reasonOf({ state, trouble }: ConnectionCommand, kind: Connection['kind'], t: Texts): string | null {
  if (state === 'unknown') return t('connections:writes.no_answer');
  if (trouble === 'too_late') return t('connections:writes.too_late');
  const known = wordIn(CONNECTION_TROUBLES, trouble);
  return known ? troubleWords(t, kind, known).title : null;
}
