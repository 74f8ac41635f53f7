import { Text, useMantineColorScheme } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconMoonStars,
  IconSettings,
  IconSun,
  IconTicket,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { brand } from '#web/lib/pages/brand.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { logOut, useSession } from '#web/lib/api/session.ts';
import { MenuDivider, MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { useIsMobile } from '#web/ui/layout/use-is-mobile.ts';
import classes from './UserMenu.module.css';

const MEMBERS_PATH = '/account/members';
const POLICY_PATH = '/contact-policy';
const PROMOCODES_PATH = '/partners/promocode';

/** Items of the menu of the signed-in member. */
export function UserMenuItems({ onKeys }: { onKeys: () => void }) {
  const t = useTexts();
  const navigate = useNavigate();
  const isMobile = useIsMobile();
  const formatPhone = useFormatPhone();
  const canOpen = useCanOpen();
  const session = useSession();
  if (!session.isAuthenticated) return null;
  const { currentUserEmail: email, currentUserPhoneNumber: phone, user } = session;
  const { accountSettings, promocodes } = brand.features;
  const go = (to: string) => () => void navigate({ to });
  return (
    <>
      <div className={classes.person}>
        <Text fw={600} truncate title={email}>
          {email}
        </Text>
        {phone && (
          <Text size="sm" c="dimmed">
            {formatPhone(phone)}
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
      {accountSettings && canOpen('/account/update') && (
        <MenuItem leftSection={<IconSettings size={18} stroke={1.6} />} onClick={go('/account/update')}>
          {t('app:account')}
        </MenuItem>
      )}
      {canOpen(MEMBERS_PATH) && (
        <MenuItem leftSection={<IconUsers size={18} stroke={1.6} />} onClick={go(MEMBERS_PATH)}>
          {t('app:members')}
        </MenuItem>
      )}
      {canOpen(POLICY_PATH) && (
        <MenuItem leftSection={<IconMoonStars size={18} stroke={1.6} />} onClick={go(POLICY_PATH)}>
          {t('app:contact_policy')}
        </MenuItem>
      )}
      {promocodes && canOpen(PROMOCODES_PATH) && (
        <MenuItem leftSection={<IconTicket size={18} stroke={1.6} />} onClick={go(PROMOCODES_PATH)}>
          {t('app:promocodes')}
        </MenuItem>
      )}
      <ColorSchemeItem />
      {!isMobile && (
        <MenuItem leftSection={<IconKeyboard size={18} stroke={1.6} />} onClick={onKeys}>
          {t('app:keys.title')}
        </MenuItem>
      )}
      <MenuDivider />
      <MenuItem leftSection={<IconLogout size={18} stroke={1.6} />} onClick={() => void logOut({ revoke: true })}>
        {t('app:log_out')}
      </MenuItem>
    </>
  );
}

/** The next color scheme of a press, and the icon of the current one. */
const COLOR_SCHEMES = {
  light: { next: 'dark', Icon: IconSun },
  dark: { next: 'auto', Icon: IconMoon },
  auto: { next: 'light', Icon: IconDeviceDesktop },
} as const;

/** The look of the moment; each press shows the next one. */
function ColorSchemeItem() {
  const t = useTexts();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { next, Icon } = COLOR_SCHEMES[colorScheme];
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
