import { useTexts } from '#web/lib/i18n.ts';
import { useLinkFigures } from '#web/links/use-links.ts';

/** Links to share, and their clicks of late. */
export function LinkFiguresLine() {
  const t = useTexts();
  const { data } = useLinkFigures();
  if (!data) return '\u00a0';
  if (data.links === 0) return t('widgets:entry.link.none');
  return t('widgets:entry.link.figures', { count: data.clicks, days: data.days });
}

/** Pages behind QR codes, and their visits of late. */
export function QrPageFiguresLine() {
  const t = useTexts();
  const { data } = useLinkFigures();
  if (!data) return '\u00a0';
  if (data.pages === 0) return t('widgets:entry.qr.none');
  return t('widgets:entry.qr.figures', { count: data.visits, days: data.days });
}
