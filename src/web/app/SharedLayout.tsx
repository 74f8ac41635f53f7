import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useTexts } from '#web/lib/i18n.ts';
import { useRealtime } from '#web/lib/realtime.ts';
import { BottomBar } from './BottomBar.tsx';
import { CabinetBanner } from './CabinetBanner.tsx';
import { FloatingButtons } from './FloatingButtons.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { loadChunk } from './load-chunk.ts';
import { MenuSheet } from './MenuSheet.tsx';
import classes from './SharedLayout.module.css';
import { Sidebar } from './Sidebar.tsx';
import { SupportChat } from './SupportChat.tsx';

/** Not part of any route: opened from all of them, by a key. */
const CommandPalette = lazy(() =>
  loadChunk('CommandPalette', async () => ({ default: (await import('./CommandPalette.tsx')).CommandPalette })),
);

const FOLDED_KEY = 'menu-folded';

/** The frame of the cabinet: menu, header, the page, footer. */
export function SharedLayout() {
  const t = useTexts();
  useRealtime();
  const [isFolded, setFolded] = useState(() => localStorage.getItem(FOLDED_KEY) === 'true');
  const [isSheetOpen, sheet] = useDisclosure(false);
  const [paletteOpenings, setPaletteOpenings] = useState(0);
  const openPalette = () => setPaletteOpenings((openings) => openings + 1);
  usePaletteKey(openPalette);

  function fold(): void {
    setFolded(!isFolded);
    localStorage.setItem(FOLDED_KEY, String(!isFolded));
  }

  return (
    <div className={classes.frame}>
      <a href="#content" className={classes.skip}>
        {t('app:skip_to_content')}
      </a>
      <Sidebar isFolded={isFolded} onToggle={fold} />
      <div className={classes.column}>
        <Header isSheetOpen={isSheetOpen} onSheet={sheet.toggle} onPalette={openPalette} />
        <CabinetBanner />
        <main id="content" className={classes.content} tabIndex={-1}>
          <Outlet />
        </main>
        <Footer />
      </div>
      <BottomBar onMore={sheet.open} />
      <MenuSheet isOpen={isSheetOpen} onClose={sheet.close} />
      <FloatingButtons />
      <SupportChat />
      {paletteOpenings > 0 && (
        <Suspense>
          <CommandPalette openings={paletteOpenings} />
        </Suspense>
      )}
    </div>
  );
}

/** Ctrl/⌘+K, from anywhere. */
function usePaletteKey(open: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.code !== 'KeyK') return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
