import { Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { RFM_CLIENTS } from '#contract/audiences/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';

/** Says how many more clients are needed. */
export function RfmFew({ clients, waiting, action }: { clients: number; waiting: number; action?: ReactNode }) {
  const t = useTexts();
  return (
    <EmptyState
      title={t('insights:rfm.few_title', { count: RFM_CLIENTS })}
      text={t('insights:rfm.few', { count: Math.max(1, RFM_CLIENTS - clients), clients })}
      action={action}
    >
      {waiting > 0 && <Counted done={clients} total={clients + waiting} />}
    </EmptyState>
  );
}

/** Says that the groups are not final: clients are being counted, or history is being read. */
export function RfmProgress({
  counting,
  isForming,
}: {
  counting: { done: number; total: number } | null;
  isForming: boolean;
}) {
  const t = useTexts();
  if (!counting && !isForming) return null;
  return (
    <div role="status">
      {isForming && (
        <Text size="sm" c="dimmed">
          {t('insights:rfm.forming')}
        </Text>
      )}
      {counting && <Counted {...counting} />}
    </div>
  );
}

function Counted({ done, total }: { done: number; total: number }) {
  const t = useTexts();
  const words = t('insights:rfm.counted', { done, total });
  return (
    <div style={{ width: '100%', maxWidth: 420 }}>
      <Text size="sm" c="dimmed">
        {words}
      </Text>
      <Progress value={total > 0 ? (done / total) * 100 : 0} aria-label={words} my="xs" />
    </div>
  );
}
