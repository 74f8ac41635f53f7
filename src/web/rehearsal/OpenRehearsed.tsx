import { lazy, Suspense, useState } from 'react';
import type { Rehearsal } from '#contract/rehearsal.ts';
import type { RehearsalSearch } from './rehearsal-search.ts';

/** The figures are mostly looked over; the people come when one is opened. */
const RehearsedDrawer = lazy(async () => ({ default: (await import('./RehearsedDrawer.tsx')).RehearsedDrawer }));

type Props = { rehearsal: Rehearsal; search: RehearsalSearch; onClose: () => void };

/** Who is behind a figure, beside the figures. */
export function OpenRehearsed({ rehearsal, search, onClose }: Props) {
  const isOpen = search.rule !== undefined || search.day !== undefined || search.busy !== undefined;
  const [shown, setShown] = useState<RehearsalSearch | null>(null);
  if (isOpen && shown !== search && JSON.stringify(shown) !== JSON.stringify(search)) setShown(search);
  if (!shown) return null; // NOTE: once open it stays, as it was, to be seen closing
  return (
    <Suspense>
      <RehearsedDrawer rehearsal={rehearsal} search={shown} isOpen={isOpen} onClose={onClose} />
    </Suspense>
  );
}
