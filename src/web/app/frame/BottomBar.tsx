import { Link, useRouterState } from '@tanstack/react-router';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useSession } from '#web/lib/api/session.ts';
import classes from './BottomBar.module.css';
import { MenuIcon } from './MenuIcon.tsx';
import { mainPlaces, menuFor } from './menu.ts';
import { comparable } from '#web/app/pages.ts';
import { WaitingCount } from './WaitingCount.tsx';

type Props = { onMore: () => void };

/** The four main places under the thumb, and the rest behind "More"; on a phone only. */
export function BottomBar({ onMore }: Props) {
  const t = useTexts();
  const places = mainPlaces(menuFor(useSession()));
  const here = useRouterState({ select: ({ location }) => comparable(location.pathname) });
  return (
    <nav className={classes.bar} aria-label={t('app:main_menu')}>
      {places.map(({ key, path }) => {
        const isHere = path === '/' ? here === '/' : here.startsWith(comparable(path));
        return (
          <Link key={key} to={path} className={classes.place} aria-current={isHere ? 'page' : undefined}>
            <MenuIcon place={key} size={22} stroke={1.6} aria-hidden />
            <span className={classes.label}>{t(`app:menu.${key}`)}</span>
            {key === 'conversations' && <WaitingCount className={classes.count} />}
          </Link>
        );
      })}
      <button type="button" className={classes.place} onClick={onMore}>
        <MenuIcon place="more" size={22} stroke={1.6} aria-hidden />
        <span className={classes.label}>{t('app:menu.more')}</span>
      </button>
    </nav>
  );
}
