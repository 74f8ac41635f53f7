import { Stack } from '@mantine/core';
import type { FlowSettings } from '#contract/flows/calls.ts';
import { flowKind, isForOwner } from '#contract/flows/kinds.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { AttachmentField } from '#web/texts/message/AttachmentField.tsx';
import { ButtonsField } from '#web/texts/message/ButtonsField.tsx';
import type { FlowForm } from './flow-form.ts';
import { TemplatesField } from '#web/texts/message/TemplatesField.tsx';
import { ShortenField } from '#web/texts/message/ShortenField.tsx';
import { OptOutLinkOffer } from '#web/texts/editor/OptOutLinkOffer.tsx';
import { TextMeasure } from '#web/texts/editor/TextMeasure.tsx';
import { LanguageTexts, type TextChoice } from '#web/texts/editor/LanguageTexts.tsx';
import type { TextForm } from '#web/texts/message/text-form.ts';
import { OfferTemplate } from '#web/templates/OfferTemplate.tsx';
import { withTemplate } from '#web/templates/with-template.ts';
import { useFlowPreview } from '#web/flows/use-flows.ts';
import { useOwnNames } from './use-own-names.ts';

type Props = {
  form: FlowForm;
  /** The debounced settings, for the preview. */
  settled: FlowSettings;
  shown: TextChoice;
  onShow: (shown: TextChoice) => void;
};

/** Content of the message. */
export function MessageSection({ form, settled, shown, onShow }: Props) {
  const t = useTexts();
  const preview = useFlowPreview(form.kind, settled, shown === 'default' ? undefined : shown);
  const previews = preview.data?.previews ?? [];
  const { content } = form.settings;
  const text: TextForm = {
    content,
    change: (change) => form.change({ content: { ...content, ...change } }),
    errorOf: (path) => form.errorOf(`settings.content.${path}`),
  };
  const isAboutVisit = flowKind(form.kind).subject === 'visit';
  const templateHelp = t(isForOwner(form.kind) ? 'reports:template_help' : 'flows:editor.template_help');
  return (
    <Stack>
      <div>
        <Texts form={form} shown={shown} onShow={onShow} />
        <TextMeasure content={settled.content} previews={previews} />
        {flowKind(form.kind).isMarketing && (
          <OptOutLinkOffer
            texts={content.texts}
            shown={shown}
            channelIds={form.settings.channelIds}
            onChange={(texts) => text.change({ texts })}
          />
        )}
      </div>
      {(!isForOwner(form.kind) || content.buttons.length > 0) && (
        <ButtonsField form={text} isAboutVisit={isAboutVisit} />
      )}
      {!isForOwner(form.kind) && <ShortenField form={text} />}
      <AttachmentField form={text} preview={previews[0]} />
      <TemplatesField
        form={text}
        preview={previews[0]}
        help={templateHelp}
        usualParameters={flowKind(form.kind).template.parameters}
        offer={(channel) => (
          <OfferTemplate
            channel={channel}
            content={content}
            preview={previews[0]}
            title={form.kind}
            category="utility"
            onMade={(template) => text.change({ templates: withTemplate(content.templates, template) })}
          />
        )}
      />
    </Stack>
  );
}

/** The text in each language. A report is in the cabinet's language alone; texts that an API client set for others stay visible. */
function Texts({ form, shown, onShow }: Pick<Props, 'form' | 'shown' | 'onShow'>) {
  const { content, conditions } = form.settings;
  const own = useOwnNames(form.kind, conditions);
  const hasLanguages = !isForOwner(form.kind) || LANGUAGES.some((language) => content.texts[language]?.trim());
  return (
    <LanguageTexts
      texts={content.texts}
      shown={shown}
      onShow={hasLanguages ? onShow : undefined}
      offered={[...flowKind(form.kind).variables, ...own.offered]}
      isOwn={own.isOwn}
      errorOf={(language) => form.errorOf(`settings.content.texts.${language}`)}
      onChange={(texts) => form.change({ content: { ...content, texts } })}
    />
  );
}
