import { Alert, Skeleton, Text } from '@mantine/core';
import { useDollars } from '#web/assistants/use-models.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { TopUp } from '#web/quality/TopUp.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';

type Estimate = { talks: number; found: number; notReady: number; costMicroUsd: number; balanceMicroUsd: number };

/** The talks and the cost of a report that is ordered, beside the balance. */
export function EstimateWords({ estimate, isPending }: { estimate: Estimate | undefined; isPending: boolean }) {
  const t = useTexts();
  const dollars = useDollars();
  if (isPending && !estimate)
    return (
      <Loading>
        <Skeleton height={72} />
      </Loading>
    );
  if (!estimate || estimate.found + estimate.notReady === 0) return null;
  const { talks, found, notReady, costMicroUsd, balanceMicroUsd } = estimate;
  const isShort = balanceMicroUsd < costMicroUsd;
  return (
    <Alert color={isShort ? 'attention' : 'gray'} aria-live="polite">
      <Text size="sm">
        {found === talks
          ? t('quality:order.talks', { count: talks })
          : t('quality:order.talks_of', { count: talks, found })}
      </Text>
      {notReady > 0 && <Text size="sm">{t('quality:order.not_ready', { count: notReady })}</Text>}
      {talks > 0 && (
        <Text size="sm">
          {t(isShort ? 'quality:order.cost_short' : 'quality:order.cost', {
            cost: dollars(costMicroUsd),
            balance: dollars(balanceMicroUsd),
          })}
        </Text>
      )}
      {isShort && talks > 0 && <TopUp />}
    </Alert>
  );
}
