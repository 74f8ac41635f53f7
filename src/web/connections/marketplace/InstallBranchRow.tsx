import { Group, Loader, Text } from '@mantine/core';
import type { InstallBranch } from '#contract/connections/marketplace.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import classes from './InstallBranchRow.module.css';

const TONES = { waiting: 'gray', active: 'good', refused: 'bad', late: 'attention' } as const;

/** One branch of an install: its state, and the solution when it was refused. */
export function InstallBranchRow({ branch, vendor }: { branch: InstallBranch; vendor: string }) {
  const t = useTexts();
  const { state, reason, text, title, externalId } = branch;
  const trouble = state === 'late' ? 'late' : reason;
  return (
    <li className={classes.row}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={500}>{title ?? t('connections:marketplace.branch', { id: externalId })}</Text>
        <Group gap={8} wrap="nowrap">
          {state === 'waiting' && <Loader size={14} aria-hidden />}
          <ToneBadge tone={TONES[state]}>{t(`connections:marketplace.state.${state}`)}</ToneBadge>
        </Group>
      </Group>
      {state === 'waiting' && text && (
        <Text size="sm" c="dimmed">
          {t('connections:marketplace.trying', { vendor })}
        </Text>
      )}
      {trouble && (
        <TroubleAlert
          tone={state === 'late' ? 'attention' : 'bad'}
          title={t(`connections:marketplace.reason.${trouble}.title`, { vendor })}
          note={
            text && trouble === 'vendor_refused' ? t('connections:marketplace.vendor_says', { vendor, text }) : null
          }
          className={classes.trouble}
        >
          {t(`connections:marketplace.reason.${trouble}.todo`, { vendor })}
        </TroubleAlert>
      )}
    </li>
  );
}
