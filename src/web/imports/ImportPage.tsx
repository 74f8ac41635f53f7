import { Button, Card, FileButton, Group, Progress, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { ContactImport, ImportId } from '#contract/imports/calls.ts';
import { REJECTION_REASONS } from '#contract/imports/values.ts';
import { ExportMenu } from '#web/contacts/ExportMenu.tsx';
import { useListExport } from '#web/contacts/use-list-export.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import { ConfirmDialog } from '#web/ui/layout/ConfirmDialog.tsx';
import { Facts } from '#web/ui/lists/Facts.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { usePageSearch } from '#web/lib/pages/url-state.ts';
import { DraftForm } from './DraftForm.tsx';
import { OptOutDraftForm } from './OptOutDraftForm.tsx';
import { readPurpose } from './purpose.ts';
import classes from './imports.module.css';
import { ImportBadge } from './ImportsPage.tsx';
import { NextSteps } from './NextSteps.tsx';
import {
  useImport,
  useOmissions,
  useRejections,
  useResumeImport,
  useUndoImport,
  useUploadCorrections,
} from './use-imports.ts';

/** Route: /contacts/import/{importId} */
export function ImportPage() {
  const t = useTexts();
  const importId = usePathId<ImportId>('importId');
  const list = useImport(importId);
  const { purpose } = usePageSearch(readPurpose);
  const isOptOuts = purpose !== undefined || Boolean(list.data?.optOuts);
  const Form = purpose ? OptOutDraftForm : DraftForm;
  usePageName(list.data?.title);
  return (
    <>
      <PageHead
        backTo={isOptOuts ? '/phones/ignore' : '/contacts/import'}
        title={list.data?.title ?? t('imports:title')}
        state={list.data && <ImportBadge status={list.data.status} />}
      />
      {list.isError && !list.data && <Failure error={list.error} onRetry={list.refetch} />}
      {list.isPending && (
        <Loading>
          <RowsSkeleton />
        </Loading>
      )}
      {list.data?.status === 'draft' && <Form key={draftKey(list.data)} draft={list.data} />}
      {list.data && list.data.status !== 'draft' && <Outcome list={list.data} />}
    </>
  );
}

/** A file read again is another form. */
const draftKey = ({ format, sheet, hasTitles }: ContactImport) => JSON.stringify([format, sheet, hasTitles]);

const COUNTS = ['created', 'updated', 'unchanged', 'duplicates', 'rejected'] as const;
const OPT_OUT_COUNTS = ['created', 'unchanged', 'duplicates', 'rejected'] as const;

function Outcome({ list }: { list: ContactImport }) {
  const t = useTexts();
  const format = useFormat();
  const resume = useResumeImport(list.id);
  const { status, rows, removed, problem } = list;
  const moving = list.correcting ?? list;
  const isMoving = status === 'running' || status === 'undoing';
  return (
    <>
      {status === 'running' && (
        <Card component="section" mb="md" aria-label={t('imports:progress')}>
          <Text mb="xs" role="status">
            {t(list.correcting ? 'imports:correcting' : 'imports:progress_of', {
              rows: format.number(moving.rows),
              total: format.number(moving.total),
            })}
          </Text>
          <Progress value={(moving.rows / moving.total) * 100} aria-label={t('imports:progress')} />
          <Text size="sm" c="dimmed" mt="xs">
            {t('imports:leave')}
          </Text>
        </Card>
      )}
      {status === 'failed' && (
        <Card component="section" mb="md" role="alert">
          <Text mb="sm">{t(`imports:problem.${problem ?? 'stopped'}`)}</Text>
          <Button onClick={() => resume.mutate()} loading={resume.isPending}>
            {t('imports:resume')}
          </Button>
        </Card>
      )}
      {(status === 'undone' || status === 'undoing') && (
        <Text mb="md">{t(list.optOuts ? 'imports:opt_outs.removed' : 'imports:removed', { count: removed })}</Text>
      )}
      <Card component="section" mb="md" aria-label={t('imports:result')}>
        <Facts
          facts={[
            { label: t('imports:rows'), value: format.number(rows) },
            ...(list.optOuts
              ? OPT_OUT_COUNTS.map((key) => ({
                  label: t(`imports:opt_outs.count.${key}`),
                  value: format.number(list[key]),
                }))
              : COUNTS.map((key) => ({ label: t(`imports:count.${key}`), value: format.number(list[key]) }))),
          ]}
        />
        <Text size="sm" c="dimmed" mt="md">
          {list.optOuts ? optOutWords(list.optOuts, t, format) : consentWords(list, t, format)}
        </Text>
      </Card>
      {status === 'done' && !list.optOuts && rows > list.rejected && <NextSteps list={list} />}
      <Rejections list={list} />
      <Omissions list={list} />
      {!isMoving && status !== 'undone' && <Undo list={list} />}
    </>
  );
}

function consentWords(
  { consentSource, consentedOn }: ContactImport,
  t: ReturnType<typeof useTexts>,
  format: ReturnType<typeof useFormat>,
): string {
  if (!consentedOn) return t('imports:consent_state', { source: consentSource });
  return t('imports:consent_state_on', { source: consentSource, day: format.date(`${consentedOn}T12:00:00Z`, 'UTC') });
}

function optOutWords(
  { scope, endsAt }: NonNullable<ContactImport['optOuts']>,
  t: ReturnType<typeof useTexts>,
  format: ReturnType<typeof useFormat>,
): string {
  const until = endsAt ? format.dateTime(endsAt) : t('contacts:period.forever');
  return `${t('contacts:what')}: ${t(`contacts:scope.${scope}`)}. ${t('contacts:until')}: ${until}`;
}

function Rejections({ list }: { list: ContactImport }) {
  const t = useTexts();
  const format = useFormat();
  const count = list.rejected + list.duplicates;
  const rejections = useRejections(list.id, count);
  const save = useListExport();
  const correct = useUploadCorrections(list.id);
  if (count === 0) return null;
  const download = (sheet: 'csv' | 'xlsx') =>
    save.mutate({
      path: `/api/v1/contacts/imports/${list.id}/rejections/export`,
      format: sheet,
      name: t('imports:rejected_file', { title: list.title.replace(/\.\w+$/, '') }),
      titles: [t('imports:why'), t('imports:row')],
      words: REJECTION_REASONS.map((reason) => t(`imports:reason.${reason}`)),
    });
  return (
    <Card component="section" mb="md" aria-label={t('imports:rejected_title')}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{t('imports:rejected_count', { count })}</Title>
        <Group>
          <ExportMenu isBusy={save.isPending} onExport={download} />
          {list.status === 'done' && (
            <FileButton accept=".csv,.txt,.tsv,.xlsx,text/csv" onChange={(file) => file && correct.mutate(file)}>
              {(props) => (
                <Button {...props} variant="default" loading={correct.isPending}>
                  {t('imports:upload_corrected')}
                </Button>
              )}
            </FileButton>
          )}
        </Group>
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {t('imports:rejected_help')}
      </Text>
      <ul className={classes.rejections}>
        {rejections.data?.items.map(({ rowNumber, reason, cells }) => (
          <li key={rowNumber}>
            <span>{t('imports:row_number', { number: format.number(rowNumber) })}</span>
            <strong>{t(`imports:reason.${reason}`)}</strong>
            <Text span size="sm" c="dimmed">
              {cells.filter((cell) => cell.trim() !== '').join(' · ')}
            </Text>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Cells without which contacts were imported. */
function Omissions({ list }: { list: ContactImport }) {
  const t = useTexts();
  const format = useFormat();
  const omissions = useOmissions(list.id, list.omitted);
  if (list.omitted === 0) return null;
  return (
    <Card component="section" mb="md" aria-label={t('imports:omitted_title')}>
      <Title order={2} mb="sm">
        {t('imports:omitted_count', { count: list.omitted })}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('imports:omitted_help')}
      </Text>
      <ul className={classes.rejections}>
        {omissions.data?.items.map(({ rowNumber, field, text }) => (
          <li key={`${rowNumber} ${field}`}>
            <span>{t('imports:row_number', { number: format.number(rowNumber) })}</span>
            <strong>{t(`imports:field.${field}`)}</strong>
            <Text span size="sm" c="dimmed">
              {text}
            </Text>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Undo({ list }: { list: ContactImport }) {
  const t = useTexts();
  const undo = useUndoImport(list.id);
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Button variant="subtle" color="bad" onClick={() => setConfirming(true)}>
        {t('imports:undo')}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('imports:undo_title')}
        text={t(list.optOuts ? 'imports:opt_outs.undo_text' : 'imports:undo_text')}
        confirmLabel={t('imports:undo')}
        isDangerous
        isBusy={undo.isPending}
        onConfirm={() => undo.mutate(undefined, { onSettled: () => setConfirming(false) })}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}
