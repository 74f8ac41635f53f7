import { Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ScriptBotSettings } from '#contract/chatbots/scripts.ts';
import { PlaceFields } from '#web/chatbots/PlaceFields.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useSettings } from '#web/lib/forms/versioned-form.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { useAddScriptBot } from './use-scripts.ts';

type Typed = { settings: ScriptBotSettings };

const schema = async () => (await import('#contract/chatbots/scripts.ts')).createScriptBot.body;

/** Name and place of a new bot; its page opens then, with a menu to change. */
export function NewScriptDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const navigate = useNavigate();
  const add = useAddScriptBot();
  const starter = useStarter();
  const editor = useContractForm<Typed>({
    schema,
    initial: { settings: { title: '', isEnabled: false, branchId: null, channelId: null, ...starter } },
    submit: async ({ settings }) => {
      const { id } = await add.mutateAsync({ settings });
      onClose();
      void navigate({ to: '/chatbots/script/$botId', params: { botId: id } });
    },
  });
  const { settings, change, errorOf } = useSettings<ScriptBotSettings, Typed>(editor.form, schema);
  return (
    <Dialog title={t('chatbots:script.new')} onClose={onClose}>
      <FormBody form={editor} isDialog submit={t('chatbots:booking.create')}>
        <Stack>
          <PlaceFields settings={settings} help={t('chatbots:script.place_help')} change={change} errorOf={errorOf} />
        </Stack>
      </FormBody>
    </Dialog>
  );
}

/** A menu of two buttons, as a bot begins. */
function useStarter(): Pick<ScriptBotSettings, 'triggers' | 'steps'> {
  const t = useTexts();
  const words = t('chatbots:script.starter.words').split(', ');
  return {
    triggers: [{ kind: 'words', words, stepId: null }],
    steps: [
      {
        id: 'menu',
        kind: 'message',
        texts: { default: t('chatbots:script.starter.menu', { name: '{clientName}' }) },
        buttons: [
          { id: 'prices1', title: t('chatbots:script.starter.prices_button'), stepId: 'prices' },
          { id: 'person1', title: t('chatbots:script.starter.person_button'), stepId: 'person' },
        ],
      },
      { id: 'prices', kind: 'message', texts: { default: t('chatbots:script.starter.prices') }, buttons: [] },
      { id: 'back', kind: 'go', stepId: 'menu' },
      { id: 'person', kind: 'person', texts: { default: t('chatbots:script.starter.person') }, reason: '' },
    ],
  };
}
