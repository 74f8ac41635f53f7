import { useMatches } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { brand } from '#web/lib/pages/brand.ts';
import { clientConfig } from '#web/lib/api/config.ts';
import classes from './FloatingButtons.module.css';

const ToTop = lazy(async () => ({ default: (await import('./ToTop.tsx')).ToTop }));
const SupportButtons = lazy(async () => ({ default: (await import('./SupportButtons.tsx')).SupportButtons }));

/**
 * Floating buttons in the corner: the support channel, its Telegram bot and WhatsApp, and back to top where the page
 * requests it. On a desk the page leaves them a margin; on a phone they stand at the end of the page, where there is room for them: they cover nothing.
 */
export function FloatingButtons() {
  const support = brand.features.floatingButtons ? clientConfig()?.support : undefined;
  const hasSupport = support !== undefined && Object.values(support).some(Boolean);
  const isLong = useMatches({ select: (matches) => matches.at(-1)?.staticData.hasScrollToTop ?? false });
  return (
    <Suspense>
      <div className={classes.top}>{isLong && <ToTop />}</div>
      {hasSupport && (
        <div className={classes.support} data-support>
          <SupportButtons support={support} />
        </div>
      )}
    </Suspense>
  );
}
