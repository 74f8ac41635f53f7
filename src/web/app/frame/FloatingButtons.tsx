import { useMatches } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { brand } from '#web/lib/pages/brand.ts';
import { clientConfig } from '#web/lib/api/config.ts';
import classes from './FloatingButtons.module.css';

const ToTop = lazy(async () => ({ default: (await import('./ToTop.tsx')).ToTop }));
const SupportButtons = lazy(async () => ({ default: (await import('./SupportButtons.tsx')).SupportButtons }));

/**
 * Floating buttons in the corner: back to top where the page requests it, the support channel, its Telegram bot and
 * WhatsApp. On a desk the page leaves them a margin; on a phone they stand at the end of the page, where there is room for
 * them: they cover nothing. Pages that visitors open from messages are the server's, and have none.
 */
export function FloatingButtons() {
  const support = brand.features.floatingButtons ? clientConfig()?.support : undefined;
  const hasSupport =
    support !== undefined && [support.channelUrl, support.telegramBotUrl, support.whatsAppUrl].some(Boolean);
  const isLong = useMatches({ select: (matches) => matches.at(-1)?.staticData.hasScrollToTop ?? false });
  if (!isLong && !hasSupport) return null;
  return (
    <Suspense>
      <div className={classes.buttons} data-floating>
        {isLong && <ToTop />}
        {hasSupport && <SupportButtons support={support} />}
      </div>
    </Suspense>
  );
}
