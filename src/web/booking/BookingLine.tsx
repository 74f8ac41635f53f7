import { Link } from '@tanstack/react-router';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useButtons } from './use-buttons.ts';

/** Requests for tables that wait; leads to them. */
export function BookingLine() {
  const t = useTexts();
  const { data } = useButtons();
  if (!data) return '\u00a0';
  const { buttons } = data;
  if (!buttons.some(({ opens }) => opens === 'table')) return t('booking:button.count', { count: buttons.length });
  const count = buttons.reduce((sum, { waitingRequests }) => sum + waitingRequests, 0);
  return <Link to="/widgets/booking/requests">{t('booking:request.waiting', { count })}</Link>;
}
