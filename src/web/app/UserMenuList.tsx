import { Menu, Text, useMantineColorScheme } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSettings,
  IconSun,
  IconTicket,
  IconUser,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { countryCode } from '#contract/countries.ts';
import { brand } from '#web/lib/brand.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { useFormatPhone } from '#web/lib/phone.ts';
import { logOut, useSession } from '#web/lib/session.ts';

import { hasPage } from './pages.ts';
import classes from './UserMenu.module.css';

const PROMOCODES_PATH = '/partners/promocode';

/** Who is signed in, her settings, and the way out; opens with its button. */
export function UserMenuList({ target }: { target: ReactElement }) {
  const t = useTexts();
  const session = useSession();
  if (!session.isAuthenticated) return null;
  const { currentUserEmail: email, currentUserPhoneNumber: phone, user } = session;
  const { accountSettings, promocodes } = brand.features;

  return (
    <Menu position="bottom-end" width={280} defaultOpened>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <div className={classes.person}>
          <Text fw={600} truncate title={email}>
            {email}
          </Text>
          {phone && <Phone phone={phone} countryId={user.countryId} />}
          <Text size="sm" c="dimmed" truncate>
            {user.tenantName}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to="/account/profile" leftSection={<IconUser size={18} stroke={1.6} />}>
          {t('app.profile')}
        </Menu.Item>
        {accountSettings && (
          <Menu.Item component={Link} to="/account/update" leftSection={<IconSettings size={18} stroke={1.6} />}>
            {t('app.account')}
          </Menu.Item>
        )}
        {promocodes && hasPage(PROMOCODES_PATH) && (
          <Menu.Item component={Link} to={PROMOCODES_PATH} leftSection={<IconTicket size={18} stroke={1.6} />}>
            {t('app.promocodes')}
          </Menu.Item>
        )}
        <LookItem />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} stroke={1.6} />} onClick={() => void logOut({ revoke: true })}>
          {t('app.log_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Phone({ phone, countryId }: { phone: string; countryId: number }) {
  const formatPhone = useFormatPhone();
  return (
    <Text size="sm" c="dimmed">
      {formatPhone(phone, countryCode(countryId))}
    </Text>
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
    <Menu.Item
      closeMenuOnClick={false}
      leftSection={<Icon size={18} stroke={1.6} />}
      onClick={() => setColorScheme(next)}
    >
      {t('app.look')}: {t(`app.look_${colorScheme}`)}
    </Menu.Item>
  );
}
