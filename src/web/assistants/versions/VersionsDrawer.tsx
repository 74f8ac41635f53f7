import { Button, Group, Text } from '@mantine/core';
import type { Assistant, AssistantVersion } from '#contract/assistants/calls.ts';
import { useAssistantVersions, useRollBackAssistant } from '#web/assistants/use-assistants.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { SideDrawer } from '#web/ui/layout/SideDrawer.tsx';
import { PagedRows } from '#web/ui/lists/PagedRows.tsx';
import { changedParts } from './changed-parts.ts';
import classes from './versions.module.css';

type Props = { assistant: Assistant; onClose: () => void };

/** Saves of an assistant, what each changed, and the way back to one. */
export function VersionsDrawer({ assistant, onClose }: Props) {
  const t = useTexts();
  const versions = useAssistantVersions(assistant.id);
  const rollBack = useRollBackAssistant(assistant.id);
  return (
    <SideDrawer
      isOpen
      title={t('assistants:versions.title')}
      closeLabel={t('assistants:versions.close')}
      onClose={onClose}
    >
      <Text c="dimmed" mb="md">
        {t('assistants:versions.lead')}
      </Text>
      <PagedRows list={versions} empty={<EmptyState text={t('assistants:versions.none')} />}>
        {(rows) => (
          <ol className={classes.list}>
            {rows.map((row, index) => (
              <VersionRow
                key={row.version}
                row={row}
                earlier={rows[index + 1]}
                assistant={assistant}
                isBusy={rollBack.isPending}
                onRollBack={() => rollBack.mutate({ version: row.version, baseVersion: assistant.version })}
              />
            ))}
          </ol>
        )}
      </PagedRows>
    </SideDrawer>
  );
}

type RowProps = {
  row: AssistantVersion;
  /** The save before it; undefined: the first, or on a page that is not loaded. */
  earlier: AssistantVersion | undefined;
  assistant: Assistant;
  isBusy: boolean;
  onRollBack: () => void;
};

function VersionRow({ row, earlier, assistant, isBusy, onRollBack }: RowProps) {
  const t = useTexts();
  const format = useFormat();
  const changed = earlier ? changedParts(row, earlier).map((part) => t(`assistants:versions.part.${part}`)) : [];
  return (
    <li className={classes.version}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Group gap={8}>
            <Text fw={550}>{t('assistants:versions.one', { version: row.version })}</Text>
            {row.version === assistant.publishedVersion && (
              <ToneBadge tone="good">{t('assistants:versions.published')}</ToneBadge>
            )}
            {row.version === assistant.version && <ToneBadge tone="gray">{t('assistants:versions.draft')}</ToneBadge>}
          </Group>
          <Text size="sm" c="dimmed">
            {[format.dateTime(row.savedAt), row.savedBy].filter(Boolean).join(' · ')}
          </Text>
        </div>
        {row.version !== assistant.version && (
          <Button variant="default" size="compact-sm" disabled={isBusy} onClick={onRollBack}>
            {t('assistants:versions.roll_back')}
          </Button>
        )}
      </Group>
      {row.version === 1 && <Text size="sm">{t('assistants:versions.first')}</Text>}
      {earlier && (
        <Text size="sm">
          {changed.length > 0
            ? t('assistants:versions.changed', { parts: changed.join(', ') })
            : t('assistants:versions.same')}
        </Text>
      )}
    </li>
  );
}
