import { lazy, Suspense, useState } from 'react';
import type { ComponentProps } from 'react';
import { withTexts } from '#web/lib/i18n.ts';

/** The log is mostly looked over; what tells a story comes when the first is opened. */
const StoryDrawer = lazy(async () => ({
  default: (await withTexts(import('./StoryDrawer.tsx'), ['delivery'])).StoryDrawer,
}));

/** The story of one message beside the log; none while `entryId` is undefined. */
export function OpenStory(props: ComponentProps<typeof StoryDrawer>) {
  const [wasOpen, setWasOpen] = useState(false);
  if (props.entryId !== undefined && !wasOpen) setWasOpen(true);
  if (props.entryId === undefined && !wasOpen) return null; // NOTE: once open it stays to be seen closing
  return (
    <Suspense>
      <StoryDrawer {...props} />
    </Suspense>
  );
}
