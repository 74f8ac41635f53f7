import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { LONGEST_REPLY_WIDGET_TITLE } from '#contract/replies/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useCreateWidget } from '#web/replies/use-replies.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';

const schema = async () => (await import('#contract/replies/calls.ts')).createReplyWidget.body;

/** Names a new widget, which begins with the usual rules. */
export function NewWidgetDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const navigate = useNavigate();
  const create = useCreateWidget();
  const editor = useContractForm({
    schema,
    initial: { title: t('replies:new.usual') },
    submit: async ({ title }) => {
      const { id } = await create.mutateAsync(title);
      void navigate({ to: '/widgets/reviews-ai/$widgetId', params: { widgetId: id }, replace: true });
    },
  });
  return (
    <Dialog title={t('replies:new.title')} onClose={onClose}>
      <FormBody form={editor} submit={t('replies:new.create')} isDialog>
        <TextInput
          label={t('replies:new.name')}
          description={t('replies:new.name_help')}
          maxLength={LONGEST_REPLY_WIDGET_TITLE}
          data-autofocus
          {...editor.field('title')}
        />
      </FormBody>
    </Dialog>
  );
}
