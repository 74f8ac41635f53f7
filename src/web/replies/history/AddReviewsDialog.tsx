import { Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { PastedReview, ReplyWidgetId } from '#contract/replies/calls.ts';
import { LONGEST_AUTHOR } from '#contract/replies/values.ts';
import { LONGEST_REVIEW, STARS } from '#contract/reviews/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useAddReviews } from '#web/replies/use-replies.ts';
import { DateField } from '#web/ui/fields/DateField.tsx';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { FilePart } from './FilePart.tsx';
import { SourceSelect } from './SourceSelect.tsx';

const WAYS = ['paste', 'file'] as const;

type Props = { widgetId: ReplyWidgetId; onClose: () => void };

/** Adds reviews of platforms: one by its text, or many from a file. */
export function AddReviewsDialog({ widgetId, onClose }: Props) {
  const t = useTexts();
  const [way, setWay] = useState<(typeof WAYS)[number]>('paste');
  return (
    <Dialog title={t('replies:add.title')} onClose={onClose}>
      <Stack>
        <ChoiceBar
          label={t('replies:add.title')}
          value={way}
          options={WAYS.map((value) => ({ value, label: t(`replies:add.${value}`) }))}
          onChange={setWay}
        />
        {way === 'paste' ? (
          <PasteForm widgetId={widgetId} onClose={onClose} />
        ) : (
          <FilePart widgetId={widgetId} onClose={onClose} />
        )}
      </Stack>
    </Dialog>
  );
}

const schema = async () => (await import('#contract/replies/calls.ts')).PastedReview;

function PasteForm({ widgetId, onClose }: Props) {
  const t = useTexts();
  const add = useAddReviews(widgetId);
  const editor = useContractForm<PastedReview>({
    schema,
    initial: { source: 'yandex', authorName: '', stars: 5, text: '', reviewedOn: null, externalId: null },
    submit: async (review) => {
      await add.mutateAsync([review]);
      onClose();
    },
  });
  const { source, stars, reviewedOn } = editor.form.getValues();
  return (
    <FormBody form={editor} submit={t('replies:add.submit')} isDialog>
      <Group grow>
        <SourceSelect
          label={t('replies:add.source')}
          value={source}
          onChange={(to) => editor.form.setFieldValue('source', to)}
        />
        <NativeSelect
          label={t('replies:add.stars')}
          value={String(stars)}
          data={STARS.map(String)}
          onChange={({ currentTarget }) => editor.form.setFieldValue('stars', Number(currentTarget.value))}
        />
      </Group>
      <TextInput label={t('replies:add.author')} maxLength={LONGEST_AUTHOR} {...editor.field('authorName')} />
      <Textarea
        label={t('replies:add.text')}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={LONGEST_REVIEW}
        data-autofocus
        {...editor.field('text')}
      />
      <DateField
        label={t('replies:add.date')}
        value={reviewedOn ?? ''}
        onChange={(day) => editor.form.setFieldValue('reviewedOn', day || null)}
      />
    </FormBody>
  );
}
