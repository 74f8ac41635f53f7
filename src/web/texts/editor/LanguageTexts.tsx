import { Tabs } from '@mantine/core';
import { LANGUAGES } from '#contract/languages.ts';
import type { Language } from '#contract/primitives.ts';
import type { TextContent } from '#contract/texts/calls.ts';
import { LONGEST_TEXT } from '#contract/texts/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { LANGUAGE_NAMES } from '#web/lib/format/language.ts';
import classes from '#web/texts/text.module.css';
import { TextField } from './TextField.tsx';
import { useVariableNames } from './use-variable-names.ts';

/** The shown text of a message: that of a language, or the default. */
export type TextChoice = 'default' | Language;
const TEXTS: readonly TextChoice[] = ['default', ...LANGUAGES];

type Texts = TextContent['texts'];

type Props = {
  /** The field's own; "Text of the message" when left out. */
  label?: string;
  texts: Texts;
  shown: TextChoice;
  /** Left out where only one text is written: no languages are offered. */
  onShow?: (shown: TextChoice) => void;
  /** Names of variables, in order. */
  offered: readonly string[];
  isOwn?: (name: string) => boolean;
  errorOf: (language: TextChoice) => string | undefined;
  onChange: (texts: Texts) => void;
};

const NONE_OWN = () => false;

/** The text in each language; the default serves all others. */
export function LanguageTexts({ label, texts, shown, onShow, offered, isOwn = NONE_OWN, errorOf, onChange }: Props) {
  const t = useTexts();
  const names = useVariableNames();
  const text = texts[shown] ?? '';
  const used = text.trim().length;
  const tooLong = used > LONGEST_TEXT ? t('flows:editor.text_too_long', { used, limit: LONGEST_TEXT }) : undefined;
  const description = shown === 'default' ? t('flows:text_help') : t('flows:editor.text_language_help');
  return (
    <>
      {onShow && (
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
        label={label ?? t('flows:text')}
        description={onShow ? `${description}. ${t('flows:editor.text_help')}` : t('flows:editor.text_help')}
        value={text}
        onChange={(typed) => onChange({ ...texts, [shown]: typed })}
        offered={offered}
        isOwn={isOwn}
        names={names}
        error={tooLong ?? errorOf(shown)}
      />
    </>
  );
}
