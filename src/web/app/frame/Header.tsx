import { ActionIcon, Burger, Button, Text } from '@mantine/core';
import { IconBell, IconHelp, IconRocket, IconSearch } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { quickStartPath } from '#contract/brands/brands.ts';
import { brand } from '#web/lib/pages/brand.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { BellMenu } from './BellMenu.tsx';
import classes from './Header.module.css';
import { LanguageSelect } from '#web/lib/format/LanguageSelect.tsx';
import { Logo } from '#web/lib/pages/Logo.tsx';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { useNotices } from '#web/onboarding/use-notices.ts';
import { useTrialLeft } from '#web/onboarding/use-trial-left.ts';
import { keysOf } from '#web/ui/shortcuts.ts';
import { paletteWords } from '#web/app/palette/palette-words.ts';
import { UserMenu } from './UserMenu.tsx';

const QUICK_START_PATH = quickStartPath(brand);

type Props = { isSheetOpen: boolean; onSheet: () => void; onPalette: () => void; onKeys: () => void };

/** The line at the top of the cabinet. */
export function Header({ isSheetOpen, onSheet, onPalette, onKeys }: Props) {
  const canOpen = useCanOpen();
  const t = useTexts();
  return (
    <header className={classes.header}>
      <Burger
        className={`${classes.mobile} ${classes.burger}`}
        opened={isSheetOpen}
        onClick={onSheet}
        size="sm"
        aria-label={t('app:open_menu')}
      />
      <Link to="/" className={`${classes.mobile} ${classes.logo}`}>
        <Logo />
      </Link>
      <button type="button" className={`${classes.desk} ${classes.palette}`} onClick={onPalette}>
        <IconSearch size={16} aria-hidden />
        <span className={classes.paletteLabel}>{t(paletteWords())}</span>
        <kbd className={classes.keys}>{keysOf('palette').join(' ')}</kbd>
      </button>
      <span className={classes.gap} />
      <ActionIcon className={classes.mobile} size={44} aria-label={t(paletteWords())} onClick={onPalette}>
        <IconSearch size={20} />
      </ActionIcon>
      {QUICK_START_PATH && canOpen(QUICK_START_PATH) && (
        <Button
          component={Link}
          to={QUICK_START_PATH}
          className={classes.desk}
          variant="light"
          leftSection={<IconRocket size={18} />}
        >
          {t('app:quick_start')}
        </Button>
      )}
      <TrialLeft />
      <AboutPage />
      {brand.features.notificationBell && <Bell />}
      {brand.features.languageSelect && <LanguageSelect className={classes.desk} />}
      <UserMenu onKeys={onKeys} />
    </header>
  );
}

function TrialLeft() {
  const left = useTrialLeft();
  return (
    left && (
      <Text size="sm" c="dimmed" className={classes.desk}>
        {left}
      </Text>
    )
  );
}

/** Leads to the knowledge base, to the article about the open page where there is one. */
function AboutPage() {
  const t = useTexts();
  const about = useLocation({ select: ({ pathname }) => pathname });
  return (
    <ActionIcon
      renderRoot={(props) => <Link to="/help" search={{ about }} {...props} />}
      className={classes.desk}
      size={44}
      aria-label={t('app:about_page')}
    >
      <IconHelp size={20} stroke={1.6} />
    </ActionIcon>
  );
}

const MAX_COUNTED = 99;

/** Says how many notices are new, and opens them. */
function Bell() {
  const t = useTexts();
  const count = useNotices().data?.unreadCount ?? 0;
  const label = t('app:notifications');
  return (
    <BellMenu
      target={
        <ActionIcon
          size={44}
          className={classes.bell}
          aria-haspopup="dialog"
          aria-label={count > 0 ? `${label}: ${t('app:notifications_unread', { count })}` : label}
        >
          <IconBell size={20} stroke={1.6} />
          {count > 0 && (
            <span className={classes.count} aria-hidden>
              {count > MAX_COUNTED ? `${MAX_COUNTED}+` : count}
            </span>
          )}
        </ActionIcon>
      }
    />
  );
}
