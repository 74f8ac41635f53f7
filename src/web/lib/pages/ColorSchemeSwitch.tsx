import { useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './ColorSchemeSwitch.module.css';

const COLOR_SCHEMES = [
  { value: 'light', Icon: IconSun },
  { value: 'dark', Icon: IconMoon },
  { value: 'auto', Icon: IconDeviceDesktop },
] as const;

/** Light, dark or system color scheme; stored on this device. */
export function ColorSchemeSwitch() {
  const t = useTexts();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <ChoiceBar
      label={t('app:look')}
      value={colorScheme}
      onChange={setColorScheme}
      options={COLOR_SCHEMES.map(({ value, Icon }) => ({
        value,
        label: (
          <span className={classes.look}>
            <Icon size={18} stroke={1.6} aria-hidden />
            {t(`app:look_${value}`)}
          </span>
        ),
      }))}
    />
  );
}
