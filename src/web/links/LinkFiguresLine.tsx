import { useTexts } from '#web/lib/format/i18n.ts';
import { useLinkFigures } from './use-links.ts';

/** Links to share, and their clicks of late. */
export function LinkFiguresLine() {
  const t = useTexts();
  const { data } = useLinkFigures();
  if (!data) return '\u00a0';
  if (data.links === 0) return t('widget_entries:link.none');
  return t('widget_entries:link.figures', { count: data.clicks, days: data.days });
}

/** Pages behind QR codes, and their visits of late. */
export function QrPageFiguresLine() {
  const t = useTexts();
  const { data } = useLinkFigures();
  if (!data) return '\u00a0';
  if (data.pages === 0) return t('widget_entries:qr.none');
  return t('widget_entries:qr.figures', { count: data.visits, days: data.days });
}
