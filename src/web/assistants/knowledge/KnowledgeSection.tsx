import { Button, FileButton, Group, Text, Title } from '@mantine/core';
import { IconFileUpload, IconMessageQuestion, IconWorldPlus } from '@tabler/icons-react';
import { type DragEvent, lazy, Suspense, useState } from 'react';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { KnowledgeSource } from '#contract/assistants/knowledge.ts';
import { KNOWLEDGE_EXTENSIONS, LARGEST_KNOWLEDGE_MEGABYTES } from '#contract/assistants/knowledge-values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { PagedRows } from '#web/ui/lists/PagedRows.tsx';
import { Gaps } from './Gaps.tsx';
import classes from './knowledge.module.css';
import { SourceRow } from './SourceRow.tsx';
import { TryQuestion } from './TryQuestion.tsx';
import { isTooLarge, useKnowledgeCounts, useSavePair, useSources, useUploadFiles } from './use-knowledge.ts';

// Loaded when they are opened.
const AddressDialog = lazy(async () => ({ default: (await import('./AddressDialog.tsx')).AddressDialog }));
const PairDialog = lazy(async () => ({ default: (await import('./PairDialog.tsx')).PairDialog }));
const PassagesDialog = lazy(async () => ({ default: (await import('./PassagesDialog.tsx')).PassagesDialog }));

type Props = { assistantId: AssistantId };

type Open =
  | { dialog: 'pair' | 'address'; source: KnowledgeSource | null }
  | { dialog: 'passages'; source: KnowledgeSource };

const ACCEPTED = KNOWLEDGE_EXTENSIONS.map((extension) => `.${extension}`).join(',');

/** The knowledge of an assistant: its sources, a question to try, and the questions it could not answer. */
export function KnowledgeSection({ assistantId }: Props) {
  const t = useTexts();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const { add, isAdding } = useAdding(assistantId);
  const { isOver, dropProps } = useDrop(add);
  return (
    <section aria-label={t('knowledge:title')} className={classes.section}>
      <div className={classes.drop} data-over={isOver || undefined} {...dropProps}>
        <Head assistantId={assistantId} isAdding={isAdding} onFiles={add} onOpen={setOpen} />
        <Sources assistantId={assistantId} onOpen={setOpen} />
        {isOver && <div className={classes.over}>{t('knowledge:drop')}</div>}
      </div>
      <TryQuestion assistantId={assistantId} />
      <Gaps assistantId={assistantId} />
      <Suspense>
        {open?.dialog === 'pair' && <SourcePairDialog assistantId={assistantId} source={open.source} onClose={close} />}
        {open?.dialog === 'address' && <AddressDialog assistantId={assistantId} source={open.source} onClose={close} />}
        {open?.dialog === 'passages' && (
          <PassagesDialog assistantId={assistantId} source={open.source} onClose={close} />
        )}
      </Suspense>
    </section>
  );
}

type HeadProps = Props & { isAdding: boolean; onFiles: (files: File[]) => void; onOpen: (open: Open) => void };

function Head({ assistantId, isAdding, onFiles, onOpen }: HeadProps) {
  const t = useTexts();
  const counts = useKnowledgeCounts(assistantId);
  return (
    <div className={classes.head}>
      <div>
        <Title order={2}>{t('knowledge:title')}</Title>
        <Text c="dimmed">{t('knowledge:lead')}</Text>
        {counts && counts.sources > 0 && (
          <Text size="sm" c="dimmed">
            {t('knowledge:counts', {
              sources: t('knowledge:sources', { count: counts.sources }),
              passages: t('knowledge:passages', { count: counts.passages }),
            })}
          </Text>
        )}
      </div>
      <Group gap="xs">
        <FileButton accept={ACCEPTED} multiple onChange={onFiles}>
          {(props) => (
            <Button {...props} leftSection={<IconFileUpload size={18} />} loading={isAdding}>
              {t('knowledge:add.file')}
            </Button>
          )}
        </FileButton>
        <Button
          variant="default"
          leftSection={<IconWorldPlus size={18} />}
          onClick={() => onOpen({ dialog: 'address', source: null })}
        >
          {t('knowledge:add.address')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconMessageQuestion size={18} />}
          onClick={() => onOpen({ dialog: 'pair', source: null })}
        >
          {t('knowledge:add.pair')}
        </Button>
      </Group>
    </div>
  );
}

function Sources({ assistantId, onOpen }: Props & { onOpen: (open: Open) => void }) {
  const t = useTexts();
  const sources = useSources(assistantId);
  const empty = t('knowledge:empty', {
    formats: KNOWLEDGE_EXTENSIONS.map((extension) => extension.toUpperCase()).join(', '),
    megabytes: LARGEST_KNOWLEDGE_MEGABYTES,
  });
  return (
    <PagedRows list={sources} empty={<EmptyState text={empty} />}>
      {(rows) => (
        <ul className={classes.list} aria-label={t('knowledge:list')}>
          {rows.map((source) => (
            <SourceRow
              key={source.id}
              assistantId={assistantId}
              source={source}
              onEdit={() => onOpen({ dialog: source.kind === 'pair' ? 'pair' : 'address', source })}
              onShowPassages={() => onOpen({ dialog: 'passages', source })}
            />
          ))}
        </ul>
      )}
    </PagedRows>
  );
}

type PairProps = Props & { source: KnowledgeSource | null; onClose: () => void };

function SourcePairDialog({ assistantId, source, onClose }: PairProps) {
  const t = useTexts();
  const save = useSavePair(assistantId, source?.id ?? null);
  return (
    <PairDialog
      title={t(source ? 'knowledge:pair.change' : 'knowledge:add.pair')}
      initial={{ questions: source?.questions ?? [], answer: source?.answer ?? '' }}
      onSave={(pair) => save.mutateAsync(pair)}
      onClose={onClose}
    />
  );
}

/** Takes files that are not too large; the others are named at once. */
function useAdding(assistantId: AssistantId) {
  const t = useTexts();
  const upload = useUploadFiles(assistantId);
  const add = (files: File[]) => {
    for (const file of files.filter(isTooLarge)) {
      const description = t('knowledge:file.too_large', { megabytes: LARGEST_KNOWLEDGE_MEGABYTES });
      toast.error({ title: t('knowledge:file.refused', { name: file.name }), description });
    }
    const fitting = files.filter((file) => !isTooLarge(file));
    if (fitting.length > 0) upload.mutate(fitting);
  };
  return { add, isAdding: upload.isPending };
}

/** Files that are drawn over the list and dropped there. */
function useDrop(take: (files: File[]) => void) {
  const [isOver, setOver] = useState(false);
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');
  const dropProps = {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      const isWithin = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
      if (!isWithin) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      take([...event.dataTransfer.files]);
    },
  };
  return { isOver, dropProps };
}
