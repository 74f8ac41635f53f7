import { useTexts } from '#web/lib/i18n.ts';
import { wordIn } from '#web/lib/known.ts';

const KINDS = [
  'visit_created',
  'visit_changed',
  'visit_cancelled',
  'visit_reminder',
  'review_request',
  'first_visit',
  'no_show_retry',
  'repeat_visit',
  'lost_client',
  'cross_selling',
  'threshold',
  'birthday',
  'order_status',
  'abandoned_cart',
  'daily_report',
  'weekly_report',
  'api_event',
] as const;

/** What a kind of flow is called; one that is new here is called by its name. */
export function useKindWords(): (kind: string) => string {
  const t = useTexts();
  return (kind) => {
    const known = wordIn(KINDS, kind);
    return known ? t(`flowlist.kind.${known}`) : kind.replaceAll('_', ' ');
  };
}
