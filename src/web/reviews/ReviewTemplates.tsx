import { Text } from '@mantine/core';
import type { ReviewWidgetSettings } from '#contract/reviews/widgets.ts';
import type { TextTemplate } from '#contract/texts/calls.ts';
import { REVIEW_VARIABLES } from '#contract/texts/values.ts';
import { hasWindow } from '#web/channels/channel-appearances.ts';
import { useChannels } from '#web/channels/use-channels.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { TemplatesField } from '#web/texts/message/TemplatesField.tsx';
import type { TextForm } from '#web/texts/message/text-form.ts';

const OFFERED = ['clientName', ...REVIEW_VARIABLES, 'businessName'];

type Props = {
  settings: Pick<ReviewWidgetSettings, 'alertTemplates' | 'answerTemplates'>;
  onChange: (part: Partial<Props['settings']>) => void;
};

/** Templates for alerts and answers, where a channel takes free text only for a while after somebody wrote. */
export function ReviewTemplates({ settings, onChange }: Props) {
  const t = useTexts();
  const channels = useChannels();
  if (!channels.data?.some(({ kind }) => hasWindow(kind))) return null;
  return (
    <>
      <Text fw={550}>{t('reviews:settings.alert_template')}</Text>
      <TemplatesField
        form={formOf(settings.alertTemplates, (alertTemplates) => onChange({ alertTemplates }))}
        preview={undefined}
        help={t('reviews:settings.alert_template_help')}
        usual={{ parameters: ['{clientName}', '{reviewStars}', '{reviewText}', '{reviewLink}'] }}
        offered={OFFERED}
      />
      <Text fw={550}>{t('reviews:settings.answer_template')}</Text>
      <TemplatesField
        form={formOf(settings.answerTemplates, (answerTemplates) => onChange({ answerTemplates }))}
        preview={undefined}
        help={t('reviews:settings.answer_template_help')}
        usual={{ parameters: ['{reviewAnswer}', '{clientName}'] }}
        offered={OFFERED}
      />
    </>
  );
}

/** A content of templates alone, as their field edits it. */
function formOf(templates: TextTemplate[], change: (templates: TextTemplate[]) => void): TextForm {
  return {
    content: { texts: { default: '' }, buttons: [], imageId: null, templates, shortensLinks: false },
    change: (changed) => changed.templates && change(changed.templates),
    errorOf: () => undefined,
  };
}
