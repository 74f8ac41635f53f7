import { Stack } from '@mantine/core';
import { PassOnField } from '#web/channels/list/PassOnField.tsx';
import { useChannels } from '#web/channels/use-channels.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { AttachmentField } from '#web/texts/message/AttachmentField.tsx';
import { ButtonsField } from '#web/texts/message/ButtonsField.tsx';
import { LanguageTexts, type TextChoice } from '#web/texts/editor/LanguageTexts.tsx';
import { OptOutLinkOffer } from '#web/texts/editor/OptOutLinkOffer.tsx';
import { ShortenField } from '#web/texts/message/ShortenField.tsx';
import { TextMeasure } from '#web/texts/editor/TextMeasure.tsx';
import { OfferTemplate } from '#web/templates/OfferTemplate.tsx';
import { titleOfText, withTemplate } from '#web/templates/with-template.ts';
import { useMailingPreview } from './use-mailing-trials.ts';
import type { MailingSettings } from '#contract/mailings/calls.ts';
import { TemplatesField } from '#web/texts/message/TemplatesField.tsx';
import type { TextForm } from '#web/texts/message/text-form.ts';
import { TestPhonesField } from '#web/texts/trials/TestPhonesField.tsx';
import { ManySelect } from '#web/ui/fields/ManySelect.tsx';
import type { MailingForm } from './mailing-form.ts';
import { MAILING_VARIABLES } from '#contract/mailings/values.ts';
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
  const previews = preview.data?.previews ?? [];
  const { content, channelIds } = form.settings;
  const text: TextForm = {
    content,
    change: (change) => form.change({ content: { ...content, ...change } }),
    errorOf: (path) => form.errorOf(`settings.content.${path}`),
  };
  return (
    <Stack>
      <div>
        <LanguageTexts
          texts={content.texts}
          shown={shown}
          onShow={onShow}
          offered={MAILING_VARIABLES}
          errorOf={(language) => text.errorOf(`texts.${language}`)}
          onChange={(texts) => text.change({ texts })}
        />
        <TextMeasure content={settled.content} previews={previews} />
        <OptOutLinkOffer
          texts={content.texts}
          shown={shown}
          channelIds={channelIds}
          onChange={(texts) => text.change({ texts })}
        />
      </div>
      <ButtonsField form={text} isAboutVisit={false} />
      <ShortenField form={text} />
      <AttachmentField form={text} preview={previews[0]} />
      <TemplatesField
        form={text}
        preview={previews[0]}
        help={t('flows:editor.template_help')}
        usualParameters={['{clientName}', '{businessName}']}
        offer={(channel) => (
          <OfferTemplate
            channel={channel}
            content={content}
            preview={previews[0]}
            title={titleOfText(content.texts.default)}
            category="marketing"
            onMade={(template) => text.change({ templates: withTemplate(content.templates, template) })}
          />
        )}
      />
      <ManySelect
        label={t('flows:editor.channels')}
        description={t('mailings:what.channels_help')}
        placeholder={t('flows:editor.channels_any')}
        data={(channels.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
        value={channelIds}
        onChange={(chosen) => form.change({ channelIds: chosen })}
      />
      <PassOnField value={form.settings.passOnMinutes} onChange={(passOnMinutes) => form.change({ passOnMinutes })} />
      <TestPhonesField help={t('mailings:what.test_phones_help')} {...form.testPhones} />
      <VariantsField form={form} />
    </Stack>
  );
}
