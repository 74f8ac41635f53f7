import { Stack, Tabs } from '@mantine/core';
import type { FlowSettings } from '#contract/flows.ts';
import type { Language } from '#contract/primitives.ts';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import { LANGUAGES, LONGEST_TEXT } from '#contract/values.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { LANGUAGE_NAMES } from '#web/lib/language.ts';
import { AttachmentField } from '#web/texts/AttachmentField.tsx';
import { ButtonsField } from '#web/texts/ButtonsField.tsx';
import type { FlowForm } from './flow-form.ts';
import classes from './flows.module.css';
import { isReport } from './kind-traits.ts';
import { TemplatesField } from '#web/texts/TemplatesField.tsx';
import { TextMeasure } from '#web/texts/TextMeasure.tsx';
import { TextField } from '#web/texts/TextField.tsx';
import type { TextForm } from '#web/texts/text-form.ts';
import { useFlowPreview } from './use-flows.ts';
import { useOwnNames } from './use-own-names.ts';
import { useVariableNames } from '#web/texts/use-variable-names.ts';

/** The shown text of a message: that of a language, or the default. */
export type TextChoice = 'default' | Language;
const TEXTS: readonly TextChoice[] = ['default', ...LANGUAGES];

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
  const isAboutVisit = FLOW_CATALOGUE[form.kind].subject === 'visit';
  const templateHelp = t(isReport(form.kind) ? 'reports:template_help' : 'flows:editor.template_help');
  return (
    <Stack>
      <div>
        <Texts form={form} shown={shown} onShow={onShow} />
        <TextMeasure content={settled.content} previews={previews} />
      </div>
      {(!isReport(form.kind) || content.buttons.length > 0) && <ButtonsField form={text} isAboutVisit={isAboutVisit} />}
      <AttachmentField form={text} preview={previews[0]} />
      <TemplatesField form={text} preview={previews[0]} help={templateHelp} />
    </Stack>
  );
}

/** The text in each language; the default serves all others. */
function Texts({ form, shown, onShow }: Pick<Props, 'form' | 'shown' | 'onShow'>) {
  const t = useTexts();
  const names = useVariableNames();
  const { content, conditions } = form.settings;
  const own = useOwnNames(form.kind, conditions);
  // NOTE: a report is in the cabinet's language alone; texts that an API client set for others stay visible
  const hasLanguages = !isReport(form.kind) || LANGUAGES.some((language) => content.texts[language]?.trim());
  const text = content.texts[shown] ?? '';
  const used = text.trim().length;
  const tooLong = used > LONGEST_TEXT ? t('flows:editor.text_too_long', { used, limit: LONGEST_TEXT }) : undefined;
  const whose = shown === 'default' ? t('flows:text_help') : t('flows:editor.text_language_help');
  return (
    <>
      {hasLanguages && (
        <Tabs value={shown} onChange={(value) => onShow(TEXTS.find((one) => one === value) ?? 'default')}>
          <Tabs.List mb="sm" className={classes.languages}>
            {TEXTS.map((key) => (
              <Tabs.Tab key={key} value={key}>
                {key === 'default' ? t('flows:editor.text_default') : LANGUAGE_NAMES[key]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      )}
      <TextField
        key={shown}
        label={t('flows:text')}
        description={hasLanguages ? `${whose}. ${t('flows:editor.text_help')}` : t('flows:editor.text_help')}
        value={text}
        onChange={(typed) => form.change({ content: { ...content, texts: { ...content.texts, [shown]: typed } } })}
        offered={[...FLOW_CATALOGUE[form.kind].variables, ...own.offered]}
        isOwn={own.isOwn}
        names={names}
        error={tooLong ?? form.errorOf(`settings.content.texts.${shown}`)}
      />
    </>
  );
}
