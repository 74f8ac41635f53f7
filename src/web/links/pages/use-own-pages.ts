import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';

export type OwnPage = { title: string; url: string };

/** Public pages of the business that a QR page may lead to; empty until they are loaded. */
export function useOwnPages(): { bookingUrl: OwnPage[]; reviewUrl: OwnPage[] } {
  const reviews = useQuery({ queryKey: ['reviews', 'own-pages'], queryFn: () => call('GET /api/v1/review-widgets') });
  const buttons = useQuery({ queryKey: ['booking', 'own-pages'], queryFn: () => call('GET /api/v1/widgets/booking') });
  return {
    bookingUrl: (buttons.data?.buttons ?? []).map(({ label, branchTitle, pageUrl }) => ({
      title: `${label}, ${branchTitle}`,
      url: pageUrl,
    })),
    reviewUrl: (reviews.data?.widgets ?? []).flatMap(({ name, branchTitle, isOn, link }) =>
      isOn && link ? [{ title: branchTitle ?? name, url: link }] : [],
    ),
  };
}
