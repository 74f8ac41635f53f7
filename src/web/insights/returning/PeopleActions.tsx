import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Segment } from '#contract/audiences/segments.ts';
import { LONGEST_SEGMENT_TITLE } from '#contract/audiences/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { Dialog } from '#web/ui/layout/Dialog.tsx';

const schema = async () => (await import('#contract/insights/cohorts.ts')).saveLateSegment.body.pick({ title: true });

type Props = {
  /** The offered title of the segment. */
  title: string;
  save: (title: string) => Promise<Segment>;
};

/** Saves shown people as a segment, from which a mailing is made. */
export function PeopleActions({ title, save }: Props) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="light" size="sm" mb="sm" onClick={() => setOpen(true)}>
        {t('insights:returns.save')}
      </Button>
      {isOpen && <SegmentDialog title={title} save={save} onClose={() => setOpen(false)} />}
    </>
  );
}

function SegmentDialog({ title, save, onClose }: Props & { onClose: () => void }) {
  const t = useTexts();
  const navigate = useNavigate();
  const editor = useContractForm({
    schema,
    initial: { title },
    submit: async (values) => {
      const { id } = await save(values.title);
      void navigate({ to: '/segments/$segmentId', params: { segmentId: id } });
    },
  });
  return (
    <Dialog title={t('insights:returns.save_title')} onClose={onClose}>
      <FormBody form={editor} submit={t('insights:returns.save_do')} isDialog>
        <TextInput
          label={t('insights:returns.save_name')}
          description={t('insights:returns.save_help')}
          maxLength={LONGEST_SEGMENT_TITLE}
          data-autofocus
          {...editor.field('title')}
        />
      </FormBody>
    </Dialog>
  );
}
