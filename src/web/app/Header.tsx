import { ActionIcon, Burger, Button, Popover, Text } from '@mantine/core';
import { IconBell, IconRocket, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { brand } from '#web/lib/brand.ts';
import { useTexts } from '#web/lib/i18n.ts';
import classes from './Header.module.css';
import { LanguageSelect } from '#web/lib/LanguageSelect.tsx';
import { Logo } from '#web/lib/Logo.tsx';
import { hasPage } from './pages.ts';
import { UserMenu } from './UserMenu.tsx';

const QUICK_START_PATH = '/account/quickstart';
const REFERRAL_PATH = '/partners/promocodes';

type Props = { isSheetOpen: boolean; onSheet: () => void; onPalette: () => void };

/** The line at the top of the cabinet. */
export function Header({ isSheetOpen, onSheet, onPalette }: Props) {
  const t = useTexts();
  return (
    <header className={classes.header}>
      <Burger
        className={classes.mobile}
        opened={isSheetOpen}
        onClick={onSheet}
        size="sm"
        aria-label={t('app.open_menu')}
      />
      <Link to="/" className={`${classes.mobile} ${classes.logo}`}>
        <Logo />
      </Link>
      <button type="button" className={`${classes.desk} ${classes.palette}`} onClick={onPalette}>
        <IconSearch size={16} aria-hidden />
        <span className={classes.paletteLabel}>{t('app.palette_open')}</span>
        <kbd className={classes.keys}>{isApple() ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <span className={classes.gap} />
      <ActionIcon className={classes.mobile} size={44} aria-label={t('app.palette_open')} onClick={onPalette}>
        <IconSearch size={20} />
      </ActionIcon>
      {brand.features.quickStart && hasPage(QUICK_START_PATH) && (
        <Button
          component={Link}
          to={QUICK_START_PATH}
          className={classes.desk}
          variant="light"
          leftSection={<IconRocket size={18} />}
        >
          {t('app.quick_start')}
        </Button>
      )}
      {brand.features.notificationBell && hasPage(REFERRAL_PATH) && <Bell />}
      {brand.features.languageSelect && <LanguageSelect className={classes.desk} />}
      <UserMenu />
    </header>
  );
}

/** The referral programme's offer. */
function Bell() {
  const t = useTexts();
  return (
    <Popover width={300} position="bottom-end" shadow="md" withArrow>
      <Popover.Target>
        <ActionIcon size={44} aria-label={t('app.notifications')}>
          <IconBell size={20} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Text fw={600}>{t('app.referral_title')}</Text>
        <Text size="sm" c="dimmed" my="xs">
          {t('app.referral_text')}
        </Text>
        <Button component={Link} to={REFERRAL_PATH} size="xs">
          {t('app.referral_action')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
