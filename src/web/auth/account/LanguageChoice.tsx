import { NativeSelect } from '@mantine/core';
import { brand } from '#web/lib/pages/brand.ts';
import { useChooseLanguage } from '#web/lib/format/choose-language.ts';
import { useLanguage, useTexts } from '#web/lib/format/i18n.ts';
import { LANGUAGE_NAMES } from '#web/lib/format/language.ts';

export function LanguageChoice() {
  const t = useTexts();
  const language = useLanguage();
  const choose = useChooseLanguage();

  function pick(value: string): void {
    const picked = brand.languages.find((one) => one === value);
    if (picked) void choose(picked);
  }

  return (
    <NativeSelect
      aria-label={t('auth:profile.language_heading')}
      data={brand.languages.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      value={language}
      onChange={(event) => pick(event.currentTarget.value)}
    />
  );
}
