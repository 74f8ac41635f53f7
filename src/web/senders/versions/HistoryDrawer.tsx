import { type ReactNode, Suspense } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { SideDrawer } from '#web/ui/layout/SideDrawer.tsx';

type Props = { isOpen: boolean; onClose: () => void; children: ReactNode };

/** The versions of saved settings beside a page. Its content may load when it is first drawn. */
export function HistoryDrawer({ isOpen, onClose, children }: Props) {
  const t = useTexts();
  return (
    <SideDrawer
      isOpen={isOpen}
      title={t('versions:history.title')}
      closeLabel={t('versions:history.close')}
      onClose={onClose}
    >
      <Suspense
        fallback={
          <Loading>
            <RowsSkeleton rows={4} />
          </Loading>
        }
      >
        {children}
      </Suspense>
    </SideDrawer>
  );
}
