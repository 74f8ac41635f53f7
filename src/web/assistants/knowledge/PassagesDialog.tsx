import { Text } from '@mantine/core';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { KnowledgeSource } from '#contract/assistants/knowledge.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { PagedRows } from '#web/ui/lists/PagedRows.tsx';
import classes from './knowledge.module.css';
import { PassageText } from './PassageText.tsx';
import { usePassages } from './use-knowledge.ts';

type Props = { assistantId: AssistantId; source: KnowledgeSource; onClose: () => void };

/** The passages of a source, in which one sees what is missing. */
export function PassagesDialog({ assistantId, source, onClose }: Props) {
  const t = useTexts();
  const passages = usePassages(assistantId, source.id);
  return (
    <Dialog title={source.title} isWide onClose={onClose}>
      <Text c="dimmed" mb="md">
        {t('knowledge:passages_lead')}
      </Text>
      <PagedRows list={passages} empty={<EmptyState text={t('knowledge:trouble.empty')} />}>
        {(rows) => (
          <ol className={classes.passages}>
            {rows.map((passage) => (
              <li key={passage.id} className={classes.passage}>
                <PassageText passage={passage} />
              </li>
            ))}
          </ol>
        )}
      </PagedRows>
    </Dialog>
  );
}
