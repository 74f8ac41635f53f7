import { Alert, Button, FileButton, List, Stack, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReplyWidgetId, ReviewFilePreview } from '#contract/replies/calls.ts';
import { LARGEST_REVIEW_FILE_MEGABYTES, MAX_PASTED_REVIEWS, type PastedSource } from '#contract/replies/values.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useAddReviews, useReadFile } from '#web/replies/use-replies.ts';
import { FormActions } from '#web/ui/layout/FormActions.tsx';
import { SourceSelect } from './SourceSelect.tsx';

type Props = { widgetId: ReplyWidgetId; onClose: () => void };

/** Reads a file of reviews, shows what is in it, and adds what a person has seen. */
export function FilePart({ widgetId, onClose }: Props) {
  const t = useTexts();
  const [source, setSource] = useState<PastedSource>('yandex');
  const read = useReadFile();
  const add = useAddReviews(widgetId);
  const found = (read.data?.reviews ?? []).filter(({ isRepeated }) => !isRepeated);
  const send = () =>
    add.mutate(
      found.map(({ line: _line, isRepeated: _isRepeated, ...review }) => review),
      { onSuccess: onClose },
    );
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('replies:add.file_lead', { megabytes: LARGEST_REVIEW_FILE_MEGABYTES, count: MAX_PASTED_REVIEWS })}
      </Text>
      <SourceSelect label={t('replies:add.usual')} value={source} onChange={setSource} />
      <FileButton accept=".csv,.txt,.xlsx,text/csv" onChange={(file) => file && read.mutate({ file, source })}>
        {(props) => (
          <Button
            {...props}
            variant={read.data ? 'default' : undefined}
            leftSection={<IconFileUpload size={18} />}
            loading={read.isPending}
          >
            {t('replies:add.choose')}
          </Button>
        )}
      </FileButton>
      <div aria-live="polite">
        {read.data && !read.isPending && <Preview preview={read.data} count={found.length} />}
      </div>
      {add.error && <Alert color="bad">{problemText(add.error, t)}</Alert>}
      {found.length > 0 && !read.isPending && (
        <FormActions isDialog>
          <Button onClick={send} loading={add.isPending}>
            {t('replies:add.submit')}
          </Button>
        </FormActions>
      )}
    </Stack>
  );
}

/** Rows of a list that are shown. */
const MAX_SHOWN = 10;

function Preview({ preview, count }: { preview: ReviewFilePreview; count: number }) {
  const t = useTexts();
  const { reviews, errors, columns, leftOut } = preview;
  const repeated = reviews.length - count;
  const named = FIELDS.filter((field) => columns[field]).map(
    (field) => `${t(`replies:add.field.${field}`)} – ${columns[field]}`,
  );
  return (
    <Stack gap="xs">
      <Text size="sm">{t('replies:add.columns', { columns: named.join(', ') })}</Text>
      <Text fw={550}>{count > 0 ? t('replies:add.found', { count }) : t('replies:add.all_repeated')}</Text>
      {repeated > 0 && count > 0 && <Text size="sm">{t('replies:add.repeated', { count: repeated })}</Text>}
      {leftOut > 0 && <Text size="sm">{t('replies:add.left_out', { count: leftOut })}</Text>}
      {errors.length > 0 && (
        <Alert color="attention" title={t('replies:add.errors')}>
          <List size="sm">
            {errors.slice(0, MAX_SHOWN).map(({ line, field, value }) => (
              <List.Item key={line}>{t(`replies:add.error.${field ?? 'row'}`, { line, value })}</List.Item>
            ))}
          </List>
          {errors.length > MAX_SHOWN && (
            <Text size="sm">{t('replies:add.more', { count: errors.length - MAX_SHOWN })}</Text>
          )}
        </Alert>
      )}
    </Stack>
  );
}

const FIELDS = ['authorName', 'stars', 'text', 'reviewedOn', 'source', 'externalId'] as const;
