import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { TextContent } from '#contract/texts/calls.ts';
import type { ContactPreview } from '#contract/texts/previews.ts';
import { OfferTemplate } from '#web/templates/OfferTemplate.tsx';
import { withTemplate } from '#web/templates/with-template.ts';
import { LanguageTexts, type TextChoice } from '#web/texts/editor/LanguageTexts.tsx';
import { OptOutLinkOffer } from '#web/texts/editor/OptOutLinkOffer.tsx';
import { TextMeasure } from '#web/texts/editor/TextMeasure.tsx';
import { AttachmentField } from '#web/texts/message/AttachmentField.tsx';
import { ButtonsField } from '#web/texts/message/ButtonsField.tsx';
import type { UsualTemplate } from '#web/texts/message/chosen-template.ts';
import { ShortenField } from '#web/texts/message/ShortenField.tsx';
import { TemplatesField } from '#web/texts/message/TemplatesField.tsx';
import type { TextForm } from '#web/texts/message/text-form.ts';

type Props = {
  /** Its settings have the `content`. */
  form: {
    settings: { content: TextContent; channelIds: readonly ChannelId[] };
    change: (change: { content: TextContent }) => void;
    errorOf: (path: string) => string | undefined;
  };
  /** The debounced settings, for the preview. */
  settled: { content: TextContent };
  previews: readonly ContactPreview[];
  shown: TextChoice;
  /** Absent: only one text is written. */
  onShow: ((shown: TextChoice) => void) | undefined;
  /** Offers only languages that have a text, and others by choice; else all of them. */
  areLanguagesByChoice?: boolean;
  /** Names of variables a text may use, in order. */
  variables: readonly string[];
  /** Whether a name is none of our variables and may be used. */
  isOwn?: (name: string) => boolean;
  /** Whether the text is marketing, which one can stop. */
  isMarketing: boolean;
  /** Whether it is about a visit, which a button can confirm. */
  isAboutVisit: boolean;
  hasButtons?: boolean;
  hasShortLinks?: boolean;
  template: {
    /** The purpose of a template, shown under the field. */
    help: string;
    /** Values of its places until they are changed. */
    usual: UsualTemplate;
    /** The title of a template made of this text. */
    title: string;
    category: 'utility' | 'marketing';
  };
  /** Fields below those of the message. */
  children?: ReactNode;
};

/** Fields of a message: text per language, buttons or a file, and templates. */
export function MessageFields(props: Props) {
  const { form, settled, previews, shown, onShow, variables, isOwn, template, children } = props;
  const { isMarketing, isAboutVisit, hasButtons = true, hasShortLinks = true, areLanguagesByChoice } = props;
  const { content, channelIds } = form.settings;
  const [first] = previews;
  const text: TextForm = {
    content,
    change: (change) => form.change({ content: { ...content, ...change } }),
    errorOf: (path) => form.errorOf(`settings.content.${path}`),
  };
  const changeTexts = (texts: TextContent['texts']) => text.change({ texts });
  return (
    <Stack>
      <div>
        <LanguageTexts
          texts={content.texts}
          shown={shown}
          onShow={onShow}
          isByChoice={areLanguagesByChoice}
          offered={variables}
          isOwn={isOwn}
          errorOf={(language) => text.errorOf(`texts.${language}`)}
          onChange={changeTexts}
        />
        <TextMeasure content={settled.content} previews={previews} />
        {isMarketing && (
          <OptOutLinkOffer texts={content.texts} shown={shown} channelIds={channelIds} onChange={changeTexts} />
        )}
      </div>
      {hasButtons && <ButtonsField form={text} isAboutVisit={isAboutVisit} />}
      {hasShortLinks && <ShortenField form={text} />}
      <AttachmentField form={text} preview={first} />
      <TemplatesField
        form={text}
        preview={first}
        help={template.help}
        usual={template.usual}
        offered={variables}
        offer={(channel) => (
          <OfferTemplate
            channel={channel}
            content={content}
            preview={first}
            title={template.title}
            category={template.category}
            onMade={(made) => text.change({ templates: withTemplate(content.templates, made) })}
          />
        )}
      />
      {children}
    </Stack>
  );
}
