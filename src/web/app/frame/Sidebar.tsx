import { ActionIcon } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Logo } from '#web/lib/pages/Logo.tsx';
import { Hint } from '#web/ui/feedback/Hint.tsx';
import { MenuList } from './MenuList.tsx';
import classes from './Sidebar.module.css';

type Props = { isFolded: boolean; onToggle: () => void };

/** The menu at the side of a desk's screen: 240 px, or 72 px folded. */
export function Sidebar({ isFolded, onToggle }: Props) {
  const t = useTexts();
  const Icon = isFolded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const label = t(isFolded ? 'app:unfold_menu' : 'app:fold_menu');
  return (
    <nav className={classes.sidebar} aria-label={t('app:main_menu')} data-folded={isFolded || undefined}>
      <Link to="/" className={classes.home}>
        <Logo isFolded={isFolded} />
      </Link>
      <div className={classes.scroll}>
        <MenuList isFolded={isFolded} />
      </div>
      <div className={classes.fold}>
        <Hint label={label} side="right">
          <ActionIcon aria-label={label} aria-expanded={!isFolded} onClick={onToggle}>
            <Icon size={20} stroke={1.6} />
          </ActionIcon>
        </Hint>
      </div>
    </nav>
  );
}
