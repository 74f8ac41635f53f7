import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { useFocusBack } from './use-focus-back.ts';

const OpenedDialog = lazy(async () => ({ default: (await import('./OpenedDialog.tsx')).OpenedDialog }));

type Props = { isOpen?: boolean; title: string; onClose: () => void; children: ReactNode };

/** A window over the page: Esc and the cross close it, and the focus goes back to what opened it. Loaded as it opens. */
export function Dialog({ isOpen = true, ...props }: Props) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  useFocusBack(isOpen);
  if (!wasOpen) return null; // NOTE: once open it stays to be seen closing
  return (
    <Suspense>
      <OpenedDialog isOpen={isOpen} {...props} />
    </Suspense>
  );
}
