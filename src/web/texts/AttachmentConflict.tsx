import { lazy, Suspense } from 'react';
import type { ConflictProps } from './OpenedConflict.tsx';

const OpenedConflict = lazy(async () => ({ default: (await import('./OpenedConflict.tsx')).OpenedConflict }));

/** Buttons and a picture or file exclude each other: loaded where a person meets it. */
export function AttachmentConflict(props: ConflictProps) {
  return (
    <Suspense>
      <OpenedConflict {...props} />
    </Suspense>
  );
}
