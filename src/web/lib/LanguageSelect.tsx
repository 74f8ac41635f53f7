import { Button } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import type { Language } from '#contract/primitives.ts';
import { OnDemand, onDemand } from '#web/ui/OnDemand.tsx';
import { useLanguage, useTexts } from './i18n.ts';
import { LANGUAGE_NAMES } from './language.ts';

/** How the header names a language; from the specification, section 2. */
const SHORT_NAMES: Readonly<Record<Language, string>> = { ru: 'RU', en: 'EN', uk: 'UA', pt_br: 'PT' };

const languageMenu = onDemand(() => import('./LanguageMenu.tsx').then((m) => m.LanguageMenu));

/** Changes the language of the cabinet, here and in the person's settings. */
export function LanguageSelect({ className }: { className?: string }) {
  const t = useTexts();
  const language = useLanguage();
  return (
    <OnDemand
      content={languageMenu}
      target={
        <Button
          className={className}
          variant="subtle"
          color="gray"
          px="xs"
          aria-haspopup="menu"
          leftSection={<IconLanguage size={18} stroke={1.6} />}
          aria-label={`${SHORT_NAMES[language]}, ${t('app.language')}: ${LANGUAGE_NAMES[language]}`}
        >
          {SHORT_NAMES[language]}
        </Button>
      }
    />
  );
}
