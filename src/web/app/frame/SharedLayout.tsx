import { useDisclosure } from '@mantine/hooks';
import { Outlet, useMatches } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { useWaitingForMe } from '#web/conversations/use-waiting-for-me.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useRealtime } from '#web/lib/api/realtime.ts';
import { holdTyping } from '#web/ui/typed-ahead.ts';
import { useTabCount } from '#web/lib/pages/tab-count.ts';
import { useShortcut } from '#web/ui/shortcuts.ts';
import { useLayer } from '#web/ui/layout/use-layer.ts';
import { BottomBar } from './BottomBar.tsx';
import { CabinetBanner } from './CabinetBanner.tsx';
import { FloatingButtons } from './FloatingButtons.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { loadChunk } from '#web/lib/pages/load-chunk.ts';
import { MenuSheet } from './MenuSheet.tsx';
import classes from './SharedLayout.module.css';
import { Sidebar } from './Sidebar.tsx';
import { hasSupportChat, SupportChat } from './SupportChat.tsx';

/** Not part of any route: opened from all of them, by a key. */
const CommandPalette = lazy(() =>
  loadChunk('CommandPalette', async () => ({
    default: (await import('#web/app/palette/CommandPalette.tsx')).CommandPalette,
  })),
);

const KeySheet = lazy(() =>
  loadChunk('KeySheet', async () => ({ default: (await import('#web/app/palette/KeySheet.tsx')).KeySheet })),
);

const FOLDED_KEY = 'menu-folded';

/** The frame of the cabinet: menu, header, the page, footer. */
export function SharedLayout() {
  const t = useTexts();
  useRealtime();
  useTabCount(useWaitingForMe());
  const [isFolded, setFolded] = useState(() => localStorage.getItem(FOLDED_KEY) === 'true');
  const fills = useMatches({ select: (matches) => matches.at(-1)?.staticData.fillsScreen ?? false });
  const sheet = useLayer('menu');
  const [paletteOpenings, setPaletteOpenings] = useState(0);
  const paletteTyping = useRef<ReturnType<typeof holdTyping> | null>(null);
  const takeTyped = useCallback(() => {
    const typed = paletteTyping.current?.take() ?? '';
    paletteTyping.current = null;
    return typed;
  }, []);
  const openPalette = () => {
    paletteTyping.current ??= holdTyping();
    setPaletteOpenings((openings) => openings + 1);
  };
  const [isKeysOpen, keys] = useDisclosure(false);
  useShortcut('palette', openPalette);
  useShortcut('search', openPalette, { isFallback: true });
  useShortcut('keys', keys.open);

  function fold(): void {
    setFolded(!isFolded);
    localStorage.setItem(FOLDED_KEY, String(!isFolded));
  }

  return (
    <div className={classes.frame} data-fills={fills || undefined} data-chat={hasSupportChat() || undefined}>
      <a href="#content" className={classes.skip}>
        {t('app:skip_to_content')}
      </a>
      <Sidebar isFolded={isFolded} onToggle={fold} />
      <div className={classes.column}>
        <Header
          isSheetOpen={sheet.isOpen}
          onSheet={sheet.isOpen ? sheet.close : sheet.open}
          onPalette={openPalette}
          onKeys={keys.open}
        />
        <CabinetBanner />
        <main id="content" className={classes.content} tabIndex={-1}>
          <Outlet />
        </main>
        {!fills && <Footer />}
        {!fills && <FloatingButtons />}
      </div>
      <BottomBar onMore={sheet.open} />
      <MenuSheet isOpen={sheet.isOpen} onClose={sheet.close} />
      <SupportChat />
      {isKeysOpen && (
        <Suspense>
          <KeySheet onClose={keys.close} />
        </Suspense>
      )}
      {paletteOpenings > 0 && (
        <Suspense>
          <CommandPalette openings={paletteOpenings} takeTyped={takeTyped} />
        </Suspense>
      )}
    </div>
  );
}
