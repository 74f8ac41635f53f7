import { Button, FileButton, Group, Text, Textarea } from '@mantine/core';
import { IconClipboardText, IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import type { ContactImport } from '#contract/imports/calls.ts';
import { LARGEST_IMPORT_MEGABYTES, MIN_PASTED_ROWS, MAX_IMPORT_ROWS } from '#contract/imports/values.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePageSearch } from '#web/lib/pages/url-state.ts';
import { DataList } from '#web/ui/lists/DataList.tsx';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { FormActions } from '#web/ui/layout/FormActions.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { readPurpose } from './purpose.ts';
import { type ImportPurpose, useImports, useUploadImport } from './use-imports.ts';

/** Route: /contacts/import */
export function ImportsPage() {
  const t = useTexts();
  const format = useFormat();
  const imports = useImports();
  const { purpose } = usePageSearch(readPurpose);
  const upload = useUploadImport(purpose);
  const columns = useColumns();
  const [isPasting, setPasting] = useState(false);
  return (
    <>
      <PageHead
        backTo={purpose ? '/phones/ignore' : '/contacts'}
        title={t(purpose ? 'imports:opt_outs.title' : 'imports:title')}
        state={t('imports:lead', { megabytes: LARGEST_IMPORT_MEGABYTES, rows: format.number(MAX_IMPORT_ROWS) })}
      />
      <Group mb="lg">
        <FileButton
          accept=".csv,.txt,.tsv,.xlsx,.vcf,text/csv,text/vcard"
          onChange={(file) => file && upload.mutate({ file, isPasted: false })}
        >
          {(props) => (
            <Button
              {...props}
              leftSection={<IconFileUpload size={18} />}
              loading={upload.isPending && !upload.variables.isPasted}
            >
              {t('imports:choose_file')}
            </Button>
          )}
        </FileButton>
        <Button variant="default" leftSection={<IconClipboardText size={18} />} onClick={() => setPasting(true)}>
          {t('imports:paste')}
        </Button>
      </Group>
      <DataList
        label={t('imports:title')}
        rows={imports.data ?? []}
        rowKey={({ id }) => id}
        columns={columns}
        paging={imports}
        linkTo={({ id }) => ({ to: '/contacts/import/$importId', params: { importId: id } })}
        empty={<EmptyState title={t('imports:empty_title')} text={t('imports:empty')} />}
      />
      {isPasting && <PasteDialog purpose={purpose} onClose={() => setPasting(false)} />}
    </>
  );
}

function useColumns(): Column<ContactImport>[] {
  const t = useTexts();
  const format = useFormat();
  return [
    {
      key: 'title',
      title: t('imports:list'),
      isMain: true,
      cell: ({ title, optOuts }) => (optOuts ? t('imports:opt_outs.named', { title }) : title),
    },
    { key: 'when', title: t('imports:when'), isBrief: true, cell: ({ createdAt }) => format.dateTime(createdAt) },
    { key: 'rows', title: t('imports:rows'), isNumeric: true, cell: ({ total }) => format.number(total) },
    {
      key: 'created',
      title: t('imports:count.created'),
      isNumeric: true,
      cell: ({ created }) => format.number(created),
    },
    {
      key: 'rejected',
      title: t('imports:count.rejected'),
      isNumeric: true,
      cell: ({ rejected, duplicates }) => format.number(rejected + duplicates),
    },
    { key: 'status', title: t('imports:status_title'), cell: ({ status }) => <ImportBadge status={status} /> },
  ];
}

const TONES = {
  draft: 'gray',
  running: 'gray',
  done: 'good',
  failed: 'bad',
  undoing: 'gray',
  undone: 'gray',
} as const;

/** The status of an import, as a badge. */
export function ImportBadge({ status }: Pick<ContactImport, 'status'>) {
  const t = useTexts();
  return <ToneBadge tone={TONES[status]}>{t(`imports:status.${status}`)}</ToneBadge>;
}

/** Numbers alone are one a row, however they are divided; rows with names stay as they are. */
function rowsOf(pasted: string): string {
  return /^[\d\s()+\-.,;]+$/.test(pasted) ? pasted.replaceAll(/[,;]+/g, '\n') : pasted;
}

function PasteDialog({ purpose, onClose }: { purpose: ImportPurpose; onClose: () => void }) {
  const t = useTexts();
  const format = useFormat();
  const upload = useUploadImport(purpose);
  const [text, setText] = useState('');
  const rows = rowsOf(text);
  const count = rows.split('\n').filter((row) => row.trim() !== '').length;
  const send = () => {
    const name = t('imports:pasted_title', { when: format.dateTime(new Date(productNow()).toISOString()) });
    upload.mutate({ file: new File([rows], name, { type: 'text/plain' }), isPasted: true });
  };
  return (
    <Dialog title={t('imports:paste')} onClose={onClose}>
      <Textarea
        label={t('imports:paste_label')}
        description={t('imports:paste_help', { count: MIN_PASTED_ROWS })}
        autosize
        minRows={6}
        maxRows={14}
        data-autofocus
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Text size="sm" c="dimmed" mt={4} aria-live="polite">
        {t('imports:paste_count', { count })}
      </Text>
      <FormActions isDialog>
        <Button onClick={send} disabled={count < MIN_PASTED_ROWS} loading={upload.isPending}>
          {t('imports:next')}
        </Button>
      </FormActions>
    </Dialog>
  );
}
