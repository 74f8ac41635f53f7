import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Assistant, AssistantVersion } from '#contract/assistants/calls.ts';
import { usePublishing } from '#web/assistants/cases/use-cases.ts';
import { useAssistantVersions, useRollBackAssistant } from '#web/assistants/use-assistants.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { SideDrawer } from '#web/ui/layout/SideDrawer.tsx';
import { PagedRows } from '#web/ui/lists/PagedRows.tsx';
import { changedParts } from './changed-parts.ts';
import { Differences } from './Differences.tsx';
import type { Saved } from './settings-fields.ts';
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
      <DraftAndPublished assistant={assistant} />
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

/** How the draft differs from what clients are answered by. */
function DraftAndPublished({ assistant }: { assistant: Assistant }) {
  const t = useTexts();
  const { published } = usePublishing(assistant.id).data ?? {};
  if (!published || published.version === assistant.version) return null;
  return (
    <div className={classes.version}>
      <Text fw={550}>{t('cases:diff.draft', { version: published.version })}</Text>
      <Differences before={published} after={assistant} />
    </div>
  );
}

function FoldedDifferences({ before, after }: { before: Saved; after: Saved }) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'cases:diff.hide' : 'cases:diff.show')}
      </Button>
      {isOpen && <Differences before={before} after={after} />}
    </>
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
      {earlier && changed.length > 0 && <FoldedDifferences before={earlier} after={row} />}
    </li>
  );
}
