import { IconChevronDown } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useSession } from '#web/lib/api/session.ts';
import { Hint } from '#web/ui/feedback/Hint.tsx';
import { BottomLinks } from './BottomLinks.tsx';
import { MenuIcon } from './MenuIcon.tsx';
import { menuFor } from './menu.ts';
import type { MenuEntry, MenuPlace } from './menu.ts';
import classes from './MenuList.module.css';
import { WaitingCount } from './WaitingCount.tsx';
import { comparable } from '#web/app/pages.ts';

type Props = {
  isFolded?: boolean;
  /** The sheet of a phone also shows what is for phones only, and a page chosen there stands in its step of the history. */
  isSheet?: boolean;
};

/** All places of the menu with their groups, and the links below them. */
export function MenuList({ isFolded = false, isSheet = false }: Props) {
  const menu = menuFor(useSession()).filter(({ isMobileOnly }) => isSheet || !isMobileOnly);
  return (
    <>
      <ul className={classes.list} data-folded={isFolded || undefined}>
        {menu.map((entry) => (
          <li key={entry.key}>
            {entry.children.length > 0 ? (
              <Group entry={entry} isFolded={isFolded} isSheet={isSheet} />
            ) : (
              <Place place={{ key: entry.key, path: entry.path ?? '/' }} isFolded={isFolded} isSheet={isSheet} />
            )}
          </li>
        ))}
      </ul>
      <BottomLinks isFolded={isFolded} isSheet={isSheet} />
    </>
  );
}

function Group({ entry, isFolded, isSheet }: { entry: MenuEntry; isFolded: boolean; isSheet: boolean }) {
  const t = useTexts();
  const here = useHere();
  const isInside = entry.children.some(({ path }) => isWithin(here, path));
  const [isToggled, setToggled] = useState<boolean | null>(null);
  const isOpen = isToggled ?? true;
  const places = entry.path ? [{ key: entry.key, path: entry.path }, ...entry.children] : entry.children;

  const isOwn = (place: MenuPlace) => place.path === entry.path;

  if (isFolded)
    return places.map((place) => (
      <Place key={place.path} place={place} isFolded isExact={isOwn(place)} isSheet={isSheet} />
    ));
  return (
    <>
      <button
        type="button"
        className={classes.place}
        data-inside={isInside || undefined}
        aria-expanded={isOpen}
        onClick={() => setToggled(!isOpen)}
      >
        <MenuIcon place={entry.key} size={20} stroke={1.6} aria-hidden />
        <span className={classes.label}>{t(`app:menu.${entry.key}`)}</span>
        <IconChevronDown size={16} className={classes.chevron} data-open={isOpen || undefined} aria-hidden />
      </button>
      {isOpen && (
        <ul className={classes.children}>
          {places.map((place) => (
            <li key={place.path}>
              <Place place={place} isFolded={false} isChild isExact={isOwn(place)} isSheet={isSheet} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type PlaceProps = {
  place: MenuPlace;
  isFolded: boolean;
  isChild?: boolean;
  /** A page of its own, below which lie those of other places. */
  isExact?: boolean;
  isSheet: boolean;
};

function Place({ place, isFolded, isChild = false, isExact = false, isSheet }: PlaceProps) {
  const t = useTexts();
  const here = useHere();
  const isHere = isExact || place.path === '/' ? here === comparable(place.path) : isWithin(here, place.path);
  const label = t(`app:menu.${place.key}`);
  return (
    <Hint label={isFolded && label} side="right" isBlock>
      <Link
        to={place.path}
        className={classes.place}
        data-here={isHere || undefined}
        aria-current={isHere ? 'page' : undefined}
        replace={isSheet}
      >
        {!isChild && <MenuIcon place={place.key} size={20} stroke={1.6} aria-hidden />}
        <span className={isFolded ? classes.hidden : classes.label}>{label}</span>
        {place.key === 'conversations' && <WaitingCount className={classes.count} />}
      </Link>
    </Hint>
  );
}

const useHere = (): string => useRouterState({ select: ({ location }) => comparable(location.pathname) });

function isWithin(here: string, path: string): boolean {
  const place = comparable(path);
  return here === place || here.startsWith(`${place}/`);
}
