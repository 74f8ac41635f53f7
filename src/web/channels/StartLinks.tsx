import { lazy, Suspense } from 'react';

const CopyableLinks = lazy(async () => ({ default: (await import('./CopyableLinks.tsx')).CopyableLinks }));

/** Links to give to a customer whom no channel reaches: with one she begins to talk with a bot. Nothing without bots. */
export function StartLinks() {
  return (
    <Suspense>
      <CopyableLinks />
    </Suspense>
  );
}
