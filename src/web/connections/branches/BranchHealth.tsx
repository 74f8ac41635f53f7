import { Text } from '@mantine/core';
import { connectionKind } from '#contract/connections/kinds.ts';
import type { Branch, ConnectionKind } from '#contract/connections/calls.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { healthOf } from './branch-health.ts';

type Props = { branch: Branch; kind: ConnectionKind; isLost: boolean };

/** Whether the changes of a branch arrive, in one sentence; nothing good is said of a connection that is lost. */
export function BranchHealth({ branch, kind, isLost }: Props) {
  const t = useTexts();
  const format = useFormat();
  const health = healthOf(branch, kind, productNow());
  if (isLost && (health === 'well' || health === 'quiet')) return null;
  const near = (at: string | null) => (at ? format.near(at, branch.timeZone) : '');
  const isLate = health === 'late';
  const isClinicOff = health === 'off' && connectionKind(kind).isClinic;
  const isPolled = health === 'quiet' && branch.webhooksState === 'none';
  return (
    <Text size="sm" c={isLate ? 'bad' : 'dimmed'} fw={isLate ? 600 : undefined}>
      {t(isClinicOff ? 'connections:medflex.off' : `connections:health.${isPolled ? 'polled' : health}`, {
        system: t(`app:menu.${kind}`),
        checked: isLate ? format.dateTime(branch.changedUntil ?? '', branch.timeZone) : near(branch.changedUntil),
        event: near(branch.lastEventAt),
        minutes: connectionKind(kind).pollMinutes ?? 0,
      })}
    </Text>
  );
}
