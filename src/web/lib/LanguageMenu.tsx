import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { brand } from './brand.ts';
import { useChooseLanguage } from './choose-language.ts';
import { useLanguage } from './i18n.ts';
import { LANGUAGE_NAMES, LOCALE_TAGS } from './language.ts';

/** The languages of the domain; opens with its button. */
export function LanguageMenu({ target }: { target: ReactElement }) {
  const language = useLanguage();
  const choose = useChooseLanguage();
  return (
    <Menu position="bottom-end" width={220} defaultOpened>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {brand.languages.map((one) => (
          <Menu.Item
            key={one}
            lang={LOCALE_TAGS[one]}
            rightSection={one === language ? <IconCheck size={16} /> : undefined}
            onClick={() => void choose(one)}
          >
            {LANGUAGE_NAMES[one]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
