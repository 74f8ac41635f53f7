import { lazy, Suspense } from 'react';
import { withTexts } from '#web/lib/i18n.ts';

const CopyableLinks = lazy(async () => ({
  default: (await withTexts(import('./CopyableLinks.tsx'), ['channels'])).CopyableLinks,
}));

/** Links to give to a customer whom no channel reaches: with one she begins to talk with a bot. Nothing without bots. */
export function StartLinks() {
  return (
    <Suspense>
      <CopyableLinks />
    </Suspense>
  );
}
