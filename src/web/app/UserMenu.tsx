import { Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconMoonStars,
  IconSettings,
  IconSun,
  IconTicket,
  IconUser,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { countryCode } from '#contract/countries.ts';
import { brand } from '#web/lib/brand.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { useFormatPhone } from '#web/lib/phone.ts';
import { logOut, useSession } from '#web/lib/session.ts';
import { ActionMenu, MenuDivider, MenuItem } from '#web/ui/ActionMenu.tsx';
import { hasPage } from './pages.ts';
import classes from './UserMenu.module.css';

const POLICY_PATH = '/contact-policy';
const PROMOCODES_PATH = '/partners/promocode';

/** Who is signed in, her settings, and the way out. */
export function UserMenu() {
  const t = useTexts();
  const navigate = useNavigate();
  const formatPhone = useFormatPhone();
  const session = useSession();
  if (!session.isAuthenticated) return null;
  const { currentUserEmail: email, currentUserPhoneNumber: phone, user } = session;
  const initials = email.slice(0, 2).toUpperCase();
  const { accountSettings, promocodes } = brand.features;
  const go = (to: string) => () => void navigate({ to });

  return (
    <ActionMenu
      width={280}
      target={
        <UnstyledButton className={classes.target} aria-label={`${initials}, ${t('app:account_menu')}: ${email}`}>
          <span className={classes.initials}>{initials}</span>
        </UnstyledButton>
      }
    >
      <div className={classes.person}>
        <Text fw={600} truncate title={email}>
          {email}
        </Text>
        {phone && (
          <Text size="sm" c="dimmed">
            {formatPhone(phone, countryCode(user.countryId))}
          </Text>
        )}
        <Text size="sm" c="dimmed" truncate>
          {user.tenantName}
        </Text>
      </div>
      <MenuDivider />
      <MenuItem leftSection={<IconUser size={18} stroke={1.6} />} onClick={go('/account/profile')}>
        {t('app:profile')}
      </MenuItem>
      {accountSettings && (
        <MenuItem leftSection={<IconSettings size={18} stroke={1.6} />} onClick={go('/account/update')}>
          {t('app:account')}
        </MenuItem>
      )}
      {hasPage(POLICY_PATH) && (
        <MenuItem leftSection={<IconMoonStars size={18} stroke={1.6} />} onClick={go(POLICY_PATH)}>
          {t('app:contact_policy')}
        </MenuItem>
      )}
      {promocodes && hasPage(PROMOCODES_PATH) && (
        <MenuItem leftSection={<IconTicket size={18} stroke={1.6} />} onClick={go(PROMOCODES_PATH)}>
          {t('app:promocodes')}
        </MenuItem>
      )}
      <LookItem />
      <MenuDivider />
      <MenuItem leftSection={<IconLogout size={18} stroke={1.6} />} onClick={() => void logOut({ revoke: true })}>
        {t('app:log_out')}
      </MenuItem>
    </ActionMenu>
  );
}

/** What a press leads to, and how the look of the moment is drawn. */
const LOOKS = {
  light: { next: 'dark', Icon: IconSun },
  dark: { next: 'auto', Icon: IconMoon },
  auto: { next: 'light', Icon: IconDeviceDesktop },
} as const;

/** The look of the moment; each press shows the next one. */
function LookItem() {
  const t = useTexts();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { next, Icon } = LOOKS[colorScheme];
  return (
    <MenuItem
      closeMenuOnClick={false}
      leftSection={<Icon size={18} stroke={1.6} />}
      onClick={() => setColorScheme(next)}
    >
      {t('app:look')}: {t(`app:look_${colorScheme}`)}
    </MenuItem>
  );
}
