import { ActionIcon, Button, Group, Text, Title, Tooltip, UnstyledButton } from '@mantine/core';
import { IconRepeat, IconTrash } from '@tabler/icons-react';
import { useTexts } from '../texts.tsx';
import { useFormat } from '../zone.tsx';
import { StatusOf } from './Answer.tsx';
import classes from './Programs.module.css';
import { type Call, clearCalls } from './use-programs.ts';

type Props = {
  calls: readonly Call[];
  shown: Call | undefined;
  isBusy: boolean;
  onShow(id: number): void;
  onRepeat(call: Call): void;
};

/** Earlier posts, the newest first; each can be sent again unchanged, under its own key. */
export function History({ calls, shown, isBusy, onShow, onRepeat }: Props) {
  const { t } = useTexts();
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Title order={2} fz={18}>
          {t('programsHistory')}
        </Title>
        {calls.length > 0 && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconTrash size={14} />}
            onClick={() => void clearCalls()}
          >
            {t('programsClear')}
          </Button>
        )}
      </Group>
      {calls.length === 0 && <Text c="var(--page-quiet)">{t('programsHistoryNone')}</Text>}
      {calls.map((call) => (
        <Entry
          key={call.id}
          call={call}
          isShown={call === shown}
          isBusy={isBusy}
          onShow={() => onShow(call.id)}
          onRepeat={() => onRepeat(call)}
        />
      ))}
    </>
  );
}

type EntryProps = { call: Call; isShown: boolean; isBusy: boolean; onShow(): void; onRepeat(): void };

function Entry({ call, isShown, isBusy, onShow, onRepeat }: EntryProps) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <div className={classes.entry} data-shown={isShown || undefined}>
      <UnstyledButton className={classes.line} aria-pressed={isShown} onClick={onShow}>
        <StatusOf call={call} />
        <code>
          {call.method} {call.path.replace('/api/v1/events', '')}
        </code>
        <small>{format.time(call.at)}</small>
      </UnstyledButton>
      <Tooltip label={t('programsRepeat')}>
        <ActionIcon
          size={36}
          variant="subtle"
          color="gray"
          aria-label={`${t('programsRepeat')}: ${call.method} ${call.path}`}
          disabled={isBusy}
          onClick={onRepeat}
        >
          <IconRepeat size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
