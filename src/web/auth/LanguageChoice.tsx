import { Select } from '@mantine/core';
import { brand } from '#web/lib/brand.ts';
import { useChooseLanguage } from '#web/lib/choose-language.ts';
import { useLanguage, useTexts } from '#web/lib/i18n.ts';
import { LANGUAGE_NAMES } from '#web/lib/language.ts';

export function LanguageChoice() {
  const t = useTexts();
  const language = useLanguage();
  const choose = useChooseLanguage();
  return (
    <Select
      aria-label={t('auth.profile.language_heading')}
      data={brand.languages.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      value={language}
      allowDeselect={false}
      onChange={(value) => value && void choose(value)}
    />
  );
}
