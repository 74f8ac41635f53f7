import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';
import { useTexts } from '#web/lib/i18n.ts';
import type { CabinetNotice } from '#web/lib/room.ts';
import { useSession } from '#web/lib/session.ts';

/** Says so while everything that works only tests: an owner who forgot it wonders why no client was written to. */
export function useFlowsNotice(): CabinetNotice | undefined {
  const t = useTexts();
  const session = useSession();
  const { data: modes = [] } = useQuery({
    queryKey: ['flows', 'modes'],
    queryFn: () => call('GET /api/v1/flows', { query: { status: 'working' } }),
    select: ({ flows }) => flows.map((flow) => flow.mode),
    enabled: session.isAuthenticated,
  });
  if (modes.length === 0 || modes.includes('combat')) return undefined;
  return {
    kind: 'test_mode',
    text: t('app.banner.test_mode', { count: modes.length }),
    action: { label: t('app.banner.test_mode_action'), to: '/flows' },
  };
}
