import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { BookingBotSettings, getBookingBot } from '#contract/chatbots/calls.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { useAddBookingBot, useSaveBookingBot } from '#web/chatbots/use-chatbots.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { OvertakenAlert } from '#web/lib/forms/OvertakenAlert.tsx';
import { useDebouncedValid } from '#web/lib/forms/use-debounced-valid.ts';
import { useSettings, useVersionedForm } from '#web/lib/forms/versioned-form.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { TextChoice } from '#web/texts/editor/LanguageTexts.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { SplitEditor } from '#web/ui/layout/SplitEditor.tsx';
import { BotFields, type UsualTexts } from './BotFields.tsx';
import { TrialPhone } from './TrialPhone.tsx';

type Typed = { settings: BookingBotSettings };

const loadSettings = async () => (await import('#contract/chatbots/calls.ts')).BookingBotSettings;
const schema = async () => (await import('#contract/chatbots/calls.ts')).createBookingBot.body;

type SavedProps = { found: ReplyOf<typeof getBookingBot>; onRenew: () => void };

/** A stored bot with its trial. */
export function SavedBotForm({ found, onRenew }: SavedProps) {
  const t = useTexts();
  const { id, version, settings: saved, usual, isMain } = found;
  const save = useSaveBookingBot(id);
  const { editor, overtaken } = useVersionedForm<Typed>({
    schema,
    saved: { settings: saved },
    version,
    draftName: `chatbots.${id}`,
    isSame: (typed, stored) => JSON.stringify(typed) === JSON.stringify(stored),
    onRenew,
    submit: async ({ settings }, baseVersion) => {
      const stored = await save.mutateAsync({ settings, baseVersion });
      toast.success({ title: t('chatbots:booking.saved') });
      return stored;
    },
  });
  const overtakenAlert = overtaken && <OvertakenAlert title={t('chatbots:booking.overtaken')} overtaking={overtaken} />;
  return (
    <Editor editor={editor} alert={overtakenAlert} submit={t('chatbots:booking.save')} isMain={isMain} usual={usual} />
  );
}

/** A bot for a branch or a channel; it begins as the main one is. */
export function NewBotForm({ initial, usual }: { initial: BookingBotSettings; usual: UsualTexts }) {
  const t = useTexts();
  const navigate = useNavigate();
  const add = useAddBookingBot();
  const editor = useContractForm<Typed>({
    schema,
    initial: { settings: initial },
    submit: async ({ settings }) => {
      const { id } = await add.mutateAsync({ settings });
      toast.success({ title: t('chatbots:booking.saved') });
      void navigate({ to: '/chatbots/booking/$chatbotId', params: { chatbotId: id }, replace: true });
    },
  });
  return <Editor editor={editor} alert={null} submit={t('chatbots:booking.create')} isMain={false} usual={usual} />;
}

type EditorProps = {
  editor: ReturnType<typeof useContractForm<Typed>>;
  alert: React.ReactNode;
  submit: string;
  isMain: boolean;
  usual: UsualTexts;
};

function Editor({ editor, alert, submit, isMain, usual }: EditorProps) {
  const t = useTexts();
  const fields = useSettings<BookingBotSettings, Typed>(editor.form, schema);
  const [shown, setShown] = useState<TextChoice>('default');
  const settled = useDebouncedValid(fields.settings, loadSettings);
  return (
    <SplitEditor
      form={
        <FormBody form={editor} submit={submit}>
          {alert}
          <BotFields {...fields} isMain={isMain} usual={usual} shown={shown} onShow={setShown} />
        </FormBody>
      }
      preview={<TrialPhone settings={settled} language={shown === 'default' ? undefined : shown} />}
      previewLabel={t('chatbots:try.tab')}
    />
  );
}
