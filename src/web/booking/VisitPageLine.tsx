import { useTexts } from '#web/lib/format/i18n.ts';
import { useVisitPage } from './use-visit-page.ts';

/** Answers on pages of visits. */
export function VisitPageLine() {
  const t = useTexts();
  const { data } = useVisitPage();
  if (!data) return '\u00a0';
  if (!data.settings.isOn) return t('booking:visit.state_off');
  const { confirmed, moved, cancelled, days } = data.figures;
  if (confirmed + moved + cancelled === 0) return t('booking:visit.state_none');
  return t('booking:visit.state', { confirmed, moved, cancelled, days });
}
