import { useNavigate } from '@tanstack/react-router';
import { useCreateAssistant } from '#web/assistants/use-assistants.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { type NewAssistant, NewAssistantFields } from './NewAssistantFields.tsx';

const schema = async () => (await import('#contract/assistants/calls.ts')).createAssistant.body;

/** Asks for the name of a new assistant and its trade, whose ready instruction it begins with. */
export function NewAssistantDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const navigate = useNavigate();
  const create = useCreateAssistant();
  const editor = useContractForm<NewAssistant>({
    schema,
    initial: { title: '', trade: 'salon' },
    submit: async (values) => {
      const { id } = await create.mutateAsync(values);
      void navigate({ to: '/flowCopilotBots/$assistantId', params: { assistantId: id }, replace: true });
    },
  });
  return (
    <Dialog title={t('assistants:new.title')} onClose={onClose}>
      <FormBody form={editor} submit={t('assistants:new.create')} isDialog>
        <NewAssistantFields editor={editor} />
      </FormBody>
    </Dialog>
  );
}
