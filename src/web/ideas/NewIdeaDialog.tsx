import { Textarea, TextInput } from '@mantine/core';
import { MAX_IDEA_TEXT, MAX_IDEA_TITLE } from '#contract/ideas/values.ts';
import { useLanguage, useTexts } from '#web/lib/format/i18n.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useContractForm } from '#web/lib/forms/form.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { useCreateIdea } from './use-ideas.ts';

const schema = async () => (await import('#contract/ideas/calls.ts')).createIdea.body;

export function NewIdeaDialog({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const t = useTexts();
  const language = useLanguage();
  const create = useCreateIdea();
  const editor = useContractForm({
    schema,
    initial: { title: '', text: '' },
    asBody: (values) => ({ ...values, language }),
    draftKey: 'idea',
    restoresQuietly: true,
    submit: async (values) => {
      await create.mutateAsync({ ...values, language });
      toast.success({ title: t('ideas:sent') });
      onSaved();
      onClose();
    },
  });
  const { field } = editor;
  return (
    <Dialog title={t('ideas:add')} onClose={onClose}>
      <FormBody form={editor} submit={t('ideas:send')} isDialog>
        <TextInput
          label={t('ideas:field.title')}
          description={t('ideas:title_help')}
          maxLength={MAX_IDEA_TITLE}
          {...field('title')}
        />
        <Textarea
          label={t('ideas:field.text')}
          description={t('ideas:text_help')}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={MAX_IDEA_TEXT}
          {...field('text')}
        />
      </FormBody>
    </Dialog>
  );
}
