import { Text } from '@mantine/core';
import { useState } from 'react';
import type { Channel } from '#contract/channels/calls.ts';
import type { TemplateCategory } from '#contract/templates/calls.ts';
import type { ContactPreview } from '#contract/texts/previews.ts';
import type { TextContent, TextTemplate } from '#contract/texts/calls.ts';
import { useLanguage, useTexts } from '#web/lib/format/i18n.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { nameOfTitle, templateOfText } from './from-text.ts';
import { templateLanguageOf } from './template-language.ts';
import { TemplateEditor } from './TemplateEditor.tsx';
import { useSample } from './use-sample.ts';
import { useTemplates } from './use-templates.ts';

export type OfferProps = {
  channel: Channel;
  content: TextContent;
  /** The message as it is shown beside the editor: it knows what is attached. */
  preview: ContactPreview | undefined;
  /** The name of the template is made of it. */
  title: string;
  category: TemplateCategory;
  /** Gets the template that was submitted, and the values of its placeholders. */
  onMade: (template: TextTemplate) => void;
  onClose: () => void;
};

/** The editor of a template, filled with a message's own text, in the cabinet's language. */
export function OfferDialog({ channel, content, preview, title, category, onMade, onClose }: OfferProps) {
  const t = useTexts();
  const language = useLanguage();
  const exampleOf = useSample();
  const taken = useTemplates({ channelId: channel.id });
  const [made] = useState(() =>
    templateOfText(
      {
        text: content.texts.default,
        buttons: content.buttons,
        imageId: content.imageId,
        fileMime: preview?.file?.mime ?? null,
      },
      {
        greeting: t('templates:offer.greeting'),
        exampleOf,
      },
    ),
  );
  return (
    <Dialog title={t('templates:offer.title')} isWide onClose={onClose}>
      <Text c="dimmed" mb="md">
        {t('templates:offer.lead')}
      </Text>
      {taken.data && (
        <TemplateEditor
          draft={null}
          initial={{
            channelId: channel.id,
            name: nameOfTitle(title, new Set(taken.data.map(({ name }) => name))),
            language: templateLanguageOf(language),
            category,
            parts: made.parts,
          }}
          imageUrl={preview?.imageUrl ?? undefined}
          onSubmitted={({ channelId, name, language: written, parameterCount }, { variables = [] }) => {
            const parameters = Array.from({ length: parameterCount }, (_, n) => variables[n] ?? '');
            onMade({ channelId, name, language: written, parameters });
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}
