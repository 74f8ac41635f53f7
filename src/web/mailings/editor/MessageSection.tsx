import type { MailingSettings } from '#contract/mailings/calls.ts';
import { MAILING_VARIABLES } from '#contract/mailings/values.ts';
import { PassOnField } from '#web/channels/list/PassOnField.tsx';
import { useChannels } from '#web/channels/use-channels.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { MessageFields } from '#web/senders/editor/MessageFields.tsx';
import { titleOfText } from '#web/templates/with-template.ts';
import type { TextChoice } from '#web/texts/editor/LanguageTexts.tsx';
import { TestPhonesField } from '#web/texts/trials/TestPhonesField.tsx';
import { ManySelect } from '#web/ui/fields/ManySelect.tsx';
import type { MailingForm } from './mailing-form.ts';
import { useMailingPreview } from './use-mailing-trials.ts';
import { VariantsField } from './VariantsField.tsx';

type Props = {
  form: MailingForm;
  /** The debounced settings, for the preview. */
  settled: MailingSettings;
  shown: TextChoice;
  onShow: (shown: TextChoice) => void;
};

/** The message: text per language, buttons or a file, templates, channels, and texts to compare. */
export function MessageSection({ form, settled, shown, onShow }: Props) {
  const t = useTexts();
  const channels = useChannels();
  const preview = useMailingPreview(settled, { variant: 0, language: shown === 'default' ? undefined : shown });
  const { content, channelIds, passOnMinutes } = form.settings;
  return (
    <MessageFields
      form={form}
      settled={settled}
      previews={preview.data?.previews ?? []}
      shown={shown}
      onShow={onShow}
      variables={MAILING_VARIABLES}
      areLanguagesByChoice
      isMarketing
      isAboutVisit={false}
      template={{
        help: t('flows:editor.template_help'),
        usual: { parameters: ['{clientName}'] },
        title: titleOfText(content.texts.default),
        category: 'marketing',
      }}
    >
      <ManySelect
        label={t('flows:editor.channels')}
        description={t('mailings:what.channels_help')}
        placeholder={t('flows:editor.channels_any')}
        data={(channels.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
        value={channelIds}
        onChange={(chosen) => form.change({ channelIds: chosen })}
      />
      <PassOnField value={passOnMinutes} onChange={(minutes) => form.change({ passOnMinutes: minutes })} />
      <TestPhonesField help={t('mailings:test_phones_help')} {...form.testPhones} />
      <VariantsField form={form} />
    </MessageFields>
  );
}
