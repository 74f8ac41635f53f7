import { useDisclosure, useHotkeys, useLocalStorage } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '#web/lib/i18n.ts';
import { useRealtime } from '#web/lib/realtime.ts';
import { BottomBar } from './BottomBar.tsx';
import { CabinetBanner } from './CabinetBanner.tsx';
import { FloatingButtons } from './FloatingButtons.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { loadChunk } from './load-chunk.ts';
import classes from './SharedLayout.module.css';
import { Sidebar } from './Sidebar.tsx';
import { SupportChat } from './SupportChat.tsx';

const MenuSheet = lazy(() =>
  loadChunk('MenuSheet', async () => ({ default: (await import('./MenuSheet.tsx')).MenuSheet })),
);
const CommandPalette = lazy(() =>
  loadChunk('CommandPalette', async () => ({ default: (await import('./CommandPalette.tsx')).CommandPalette })),
);

/** The frame of the cabinet: menu, header, the page, footer. */
export function SharedLayout() {
  const t = useTexts();
  useRealtime();
  const [isFolded, setFolded] = useLocalStorage({
    key: 'menu-folded',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [isSheetOpen, sheet] = useDisclosure(false, { onOpen: () => setSheetWanted(true) });
  const [isSheetWanted, setSheetWanted] = useState(false);
  const [paletteOpenings, setPaletteOpenings] = useState(0);
  const openPalette = () => setPaletteOpenings((openings) => openings + 1);
  useHotkeys([['mod+K', openPalette]], []);

  return (
    <div className={classes.frame}>
      <a href="#content" className={classes.skip}>
        {t('app.skip_to_content')}
      </a>
      <Sidebar isFolded={isFolded} onToggle={() => setFolded(!isFolded)} />
      <div className={classes.column}>
        <Header isSheetOpen={isSheetOpen} onSheet={sheet.toggle} onPalette={openPalette} />
        <CabinetBanner />
        <main id="content" className={classes.content} tabIndex={-1}>
          <Outlet />
        </main>
        <Footer />
      </div>
      <BottomBar onMore={sheet.open} />
      {isSheetWanted && (
        <Suspense>
          <MenuSheet isOpen={isSheetOpen} onClose={sheet.close} />
        </Suspense>
      )}
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
