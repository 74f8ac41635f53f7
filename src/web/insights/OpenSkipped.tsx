import { lazy, Suspense, useState } from 'react';
import type { ComponentProps } from 'react';

/** The figures are mostly looked over; the people come when a bar is opened. */
const SkippedDrawer = lazy(async () => ({ default: (await import('./SkippedDrawer.tsx')).SkippedDrawer }));

/** Who is behind a bar, beside the figures. */
export function OpenSkipped(props: ComponentProps<typeof SkippedDrawer>) {
  const [wasOpen, setWasOpen] = useState(false);
  if (props.isOpen && !wasOpen) setWasOpen(true);
  if (!props.isOpen && !wasOpen) return null; // NOTE: once open it stays to be seen closing
  return (
    <Suspense>
      <SkippedDrawer {...props} />
    </Suspense>
  );
}
