import { Drawer } from '@mantine/core';
import { useTexts } from '#web/lib/format/i18n.ts';
import { LanguageSelect } from '#web/lib/format/LanguageSelect.tsx';
import { brand } from '#web/lib/pages/brand.ts';
import { Logo } from '#web/lib/pages/Logo.tsx';
import { useFocusBack } from '#web/ui/use-focus-back.ts';
import { MenuList } from './MenuList.tsx';

type Props = { isOpen: boolean; onClose: () => void };

/** The whole menu on a phone. */
export function MenuSheet({ isOpen, onClose }: Props) {
  const t = useTexts();
  useFocusBack(isOpen);
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      title={<Logo />}
      size={300}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <MenuList isSheet />
      {brand.features.languageSelect && <LanguageSelect />}
    </Drawer>
  );
}
