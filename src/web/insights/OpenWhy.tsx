import { lazy, Suspense, useState } from 'react';
import type { ComponentProps } from 'react';
import { withTexts } from '#web/lib/i18n.ts';

/** A question asked now and then: what answers it comes when it is asked. */
const WhyDrawer = lazy(async () => ({
  default: (await withTexts(import('./WhyDrawer.tsx'), ['delivery'])).WhyDrawer,
}));

/** Why a customer got no message of a flow, beside her page. */
export function OpenWhy(props: ComponentProps<typeof WhyDrawer>) {
  const [wasOpen, setWasOpen] = useState(false);
  if (props.isOpen && !wasOpen) setWasOpen(true);
  if (!props.isOpen && !wasOpen) return null; // NOTE: once open it stays to be seen closing
  return (
    <Suspense>
      <WhyDrawer {...props} />
    </Suspense>
  );
}
