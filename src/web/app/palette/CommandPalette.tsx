import '@mantine/spotlight/styles.layer.css';
import { useMantineColorScheme } from '@mantine/core';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import type { SpotlightActionData } from '@mantine/spotlight';
import { IconBolt, IconFileText, IconLanguage, IconLogout, IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { brand } from '#web/lib/pages/brand.ts';
import { useChooseLanguage } from '#web/lib/format/choose-language.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { LANGUAGE_NAMES } from '#web/lib/format/language.ts';
import { mayOpen } from '#web/lib/pages/page-access.ts';
import { canOpen } from '#web/lib/pages/paths.ts';
import { logOut, useSession } from '#web/lib/api/session.ts';
import { MenuIcon } from '#web/app/frame/MenuIcon.tsx';
import { menuFor } from '#web/app/frame/menu.ts';
import { comparable, isPlain, pages } from '#web/app/pages.ts';
import { rooms } from '#web/app/rooms.ts';
import { MIN_QUERY, useFoundThings } from './use-found-things.ts';
import classes from './CommandPalette.module.css';
import { paletteWords } from './palette-words.ts';

const [store, spotlight] = createSpotlight();
const SEARCH_NAME = 'palette-search';

type Props = {
  /** Grows each time a person asks for the palette. */
  openings: number;
  /** Ends the holding of what was typed since, and returns it. */
  takeTyped: () => string;
};

/** Reaches every page and action by name. */
export function CommandPalette({ openings, takeTyped }: Props) {
  const t = useTexts();
  const pageItems = usePageItems();
  const actionItems = useActionItems();
  const [query, setQuery] = useState('');
  const found = useFoundThings(query);
  const foundGroups = useFoundGroups(query, found.lists);
  useEffect(() => {
    if (openings === 0) return;
    spotlight.open();
    // It is open already, and receives letters itself.
    if (document.activeElement?.getAttribute('name') === SEARCH_NAME) takeTyped();
  }, [openings, takeTyped]);
  const hasMoved = useRef(false);
  useEffect(() => {
    if (query.trim() !== '' && !hasMoved.current) selectFirst();
  });

  return (
    <Spotlight
      store={store}
      title={t(paletteWords())}
      classNames={{ header: classes.header, search: classes.search, action: classes.action }}
      shortcut={null}
      centered={false}
      query={query}
      onQueryChange={(typed) => {
        hasMoved.current = false;
        setQuery(typed);
      }}
      actions={[
        ...foundGroups,
        { group: t('app:palette_pages'), actions: pageItems },
        { group: t('app:palette_actions'), actions: actionItems },
      ]}
      nothingFound={found.isSearching ? t('app:palette_searching') : t('app:palette_empty')}
      highlightQuery
      scrollable
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={20} />,
        placeholder: t('app:palette_placeholder'),
        'aria-label': t(paletteWords()),
        name: SEARCH_NAME,
        onFocus: () => {
          const typed = takeTyped();
          if (typed !== '') setQuery((before) => before + typed);
        },
        onKeyDown: ({ key }) => {
          if (key.startsWith('Arrow')) hasMoved.current = true;
        },
      }}
    />
  );
}

/**
 * Selects the first item, so that Enter opens it.
 *
 * NOTE: Spotlight selects it only when the text changes, by an attribute of its element: results that arrive later have
 * none, or stand above it.
 */
function selectFirst(): void {
  const { listId, selected } = store.getState();
  const [first, ...others] = document.getElementById(listId)?.querySelectorAll('[data-action]') ?? [];
  if (!first) return;
  for (const other of others) other.removeAttribute('data-selected');
  first.setAttribute('data-selected', 'true');
  if (selected !== 0) store.updateState((state) => ({ ...state, selected: 0 }));
}

/** Groups of search results, shown regardless of the palette's own filter. */
function useFoundGroups(query: string, lists: ReturnType<typeof useFoundThings>['lists']) {
  const t = useTexts();
  const navigate = useNavigate();
  const formatPhone = useFormatPhone();
  if (query.trim().length < MIN_QUERY) return [];
  return lists.map(({ section, things }) => ({
    group: t(`app:menu.${section}`),
    actions: things.map(({ id, label: name, description, phone, to }): SpotlightActionData => {
      const number = phone ? formatPhone(phone) : undefined;
      return {
        id,
        label: name || number || '',
        description: description ?? (name ? number : undefined),
        keywords: [query],
        leftSection: <MenuIcon place={section} size={20} stroke={1.6} />,
        onClick: () => void navigate({ to }),
      };
    }),
  }));
}

function usePageItems(): SpotlightActionData[] {
  const t = useTexts();
  const navigate = useNavigate();
  const session = useSession();
  const places = menuFor(session).flatMap(({ key, path, children }) => [...(path ? [{ key, path }] : []), ...children]);

  const order = places.map(({ path }) => comparable(path));
  const rank = ({ path }: { path: string }) =>
    order.includes(comparable(path)) ? order.indexOf(comparable(path)) : order.length;

  return pages
    .filter((page) => isPlain(page) && !page.isHidden && page.access !== 'anonymous' && mayOpen(page.access, session))
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ path, title }) => {
      const place = places.find((one) => comparable(one.path) === comparable(path));
      const to = comparable(path) === '/' ? '/' : path.replaceAll(/\/?\{-\$\w+\}/g, '');
      return {
        id: path,
        label: place ? t(`app:menu.${place.key}`) : t(title),
        keywords: [t(title), path],
        leftSection: place ? (
          <MenuIcon place={place.key} size={20} stroke={1.6} />
        ) : (
          <IconFileText size={20} stroke={1.6} />
        ),
        onClick: () => void navigate({ to }),
      };
    });
}

function useActionItems(): SpotlightActionData[] {
  const t = useTexts();
  const navigate = useNavigate();
  const session = useSession();
  const chooseLanguage = useChooseLanguage();
  const { setColorScheme } = useMantineColorScheme();

  const ofRooms = rooms
    .flatMap(({ actions = [] }) => actions)
    .filter(({ feature }) => !feature || brand.features[feature])
    .filter(({ access, to }) => mayOpen(access, session) && canOpen(to, session))
    .map(({ label, to }) => item(to, t(label), <IconBolt size={20} stroke={1.6} />, () => void navigate({ to })));
  const ofLanguages = brand.languages.map((language) =>
    item(
      language,
      `${t('app:language')}: ${LANGUAGE_NAMES[language]}`,
      <IconLanguage size={20} stroke={1.6} />,
      () => void chooseLanguage(language),
    ),
  );
  return [
    ...ofRooms,
    ...(brand.features.languageSelect ? ofLanguages : []),
    item('light', `${t('app:look')}: ${t('app:look_light')}`, <IconSun size={20} stroke={1.6} />, () =>
      setColorScheme('light'),
    ),
    item('dark', `${t('app:look')}: ${t('app:look_dark')}`, <IconMoon size={20} stroke={1.6} />, () =>
      setColorScheme('dark'),
    ),
    item('log-out', t('app:log_out'), <IconLogout size={20} stroke={1.6} />, () => void logOut({ revoke: true })),
  ];
}

function item(id: string, label: string, leftSection: ReactNode, onClick: () => void): SpotlightActionData {
  return { id, label, leftSection, onClick };
}
