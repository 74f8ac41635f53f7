import { Button, Group, Menu, Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
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
  /** Offers only languages that have a text, and others by choice; else all of them. */
  isByChoice?: boolean;
  /** Names of variables, in order. */
  offered: readonly string[];
  isOwn?: (name: string) => boolean;
  errorOf: (language: TextChoice) => string | undefined;
  onChange: (texts: Texts) => void;
};

const NONE_OWN = () => false;

/** The text in each language; the default serves all others. */
export function LanguageTexts({
  label,
  texts,
  shown,
  onShow,
  isByChoice = false,
  offered,
  isOwn = NONE_OWN,
  errorOf,
  onChange,
}: Props) {
  const t = useTexts();
  const names = useVariableNames();
  const text = texts[shown] ?? '';
  const used = text.trim().length;
  const tooLong = used > LONGEST_TEXT ? t('flows:editor.text_too_long', { used, limit: LONGEST_TEXT }) : undefined;
  const description = shown === 'default' ? t('flows:text_help') : t('flows:editor.text_language_help');
  const isTab = (key: TextChoice) => !isByChoice || key === 'default' || key === shown || texts[key] !== undefined;
  return (
    <>
      {onShow && (
        <Tabs value={shown} onChange={(value) => onShow(TEXTS.find((one) => one === value) ?? 'default')}>
          <Group gap={4} mb="sm" align="center">
            <Tabs.List className={classes.languages}>
              {TEXTS.filter(isTab).map((key) => (
                <Tabs.Tab key={key} value={key}>
                  {key === 'default' ? t('flows:editor.text_default') : LANGUAGE_NAMES[key]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <AddLanguage languages={LANGUAGES.filter((language) => !isTab(language))} onAdd={onShow} />
          </Group>
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

/** Adds the tab of a language; nothing where all have one. */
function AddLanguage({ languages, onAdd }: { languages: readonly Language[]; onAdd: (language: Language) => void }) {
  const t = useTexts();
  if (languages.length === 0) return null;
  return (
    <Menu>
      <Menu.Target>
        <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} />}>
          {t('flows:editor.add_language')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((language) => (
          <Menu.Item key={language} onClick={() => onAdd(language)}>
            {LANGUAGE_NAMES[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
