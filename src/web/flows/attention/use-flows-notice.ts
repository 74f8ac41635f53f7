import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { CabinetNotice } from '#web/lib/pages/room.ts';
import { useSession } from '#web/lib/api/session.ts';

/** Notice while every working flow is in test mode, as the owner may have forgotten it. */
export function useFlowsNotice(): CabinetNotice | undefined {
  const t = useTexts();
  const session = useSession();
  const { data: counts } = useQuery({
    queryKey: ['flows', 'counts'],
    queryFn: () => call('GET /api/v1/flows/counts'),
    enabled: session.isAuthenticated,
  });
  const testing = counts?.testing ?? 0;
  if (testing === 0 || testing < (counts?.byStatus['working'] ?? 0)) return undefined;
  return {
    kind: 'test_mode',
    text: t('app:banner.test_mode', { count: testing }),
    action: { label: t('app:banner.test_mode_action'), to: '/flows' },
  };
}
