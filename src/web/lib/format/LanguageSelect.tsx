import { Button } from '@mantine/core';
import { IconCheck, IconLanguage } from '@tabler/icons-react';
import type { Language } from '#contract/primitives.ts';
import { ActionMenu, MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { brand } from '#web/lib/pages/brand.ts';
import { useChooseLanguage } from './choose-language.ts';
import { useLanguage, useTexts } from './i18n.ts';
import { LANGUAGE_NAMES, LOCALE_TAGS } from './language.ts';

/** Short language names in the header; from the specification, section 2. */
const SHORT_NAMES: Readonly<Record<Language, string>> = { ru: 'RU', en: 'EN', uk: 'UA', pt_br: 'PT' };

/** Changes the language of the cabinet, on this device and in the member's settings. */
export function LanguageSelect({ className }: { className?: string }) {
  const t = useTexts();
  const language = useLanguage();
  const choose = useChooseLanguage();
  return (
    <ActionMenu
      width={220}
      target={
        <Button
          className={className}
          variant="subtle"
          color="gray"
          px="xs"
          leftSection={<IconLanguage size={18} stroke={1.6} />}
          aria-label={`${SHORT_NAMES[language]}, ${t('app:language')}: ${LANGUAGE_NAMES[language]}`}
        >
          {SHORT_NAMES[language]}
        </Button>
      }
    >
      {brand.languages.map((one) => (
        <MenuItem
          key={one}
          lang={LOCALE_TAGS[one]}
          rightSection={one === language ? <IconCheck size={16} /> : undefined}
          onClick={() => void choose(one)}
        >
          {LANGUAGE_NAMES[one]}
        </MenuItem>
      ))}
    </ActionMenu>
  );
}
