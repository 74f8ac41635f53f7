import { lazy, Suspense, useState } from 'react';
import type { ComponentProps } from 'react';

/** The figures are mostly looked over; the people come when one is opened. */
const ConvertedDrawer = lazy(async () => ({ default: (await import('./ConvertedDrawer.tsx')).ConvertedDrawer }));

/** Who is behind a figure, beside the figures. */
export function OpenConverted(props: ComponentProps<typeof ConvertedDrawer>) {
  const [wasOpen, setWasOpen] = useState(false);
  if (props.isOpen && !wasOpen) setWasOpen(true);
  if (!props.isOpen && !wasOpen) return null; // NOTE: once open it stays to be seen closing
  return (
    <Suspense>
      <ConvertedDrawer {...props} />
    </Suspense>
  );
}
