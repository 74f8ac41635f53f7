import { Card, Skeleton, Stack, Title } from '@mantine/core';
import type { MailingId, MailingSettings } from '#contract/mailings.ts';
import { LiveAudience } from '#web/audiences/segments/LiveAudience.tsx';
import { useConditionChoices } from '#web/audiences/use-condition-choices.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { Failure } from '#web/ui/Failure.tsx';
import { CheckSums } from './CheckSums.tsx';
import { useMailingCheck } from './use-mailing-trials.ts';

type Props = { mailingId: MailingId; settled: MailingSettings };

/** The contacts of the audience while it is being chosen: how many, whom the mailing leaves out, and some of them. */
export function AudiencePane({ mailingId, settled }: Props) {
  const t = useTexts();
  const { audience } = settled;
  const choices = useConditionChoices();
  const check = useMailingCheck(mailingId, settled);
  return (
    <Stack>
      <Card aria-live="polite">
        <Title order={2} size="h3" mb="sm">
          {t('mailings:check.sums')}
        </Title>
        {check.isPending && <Skeleton height={120} />}
        {check.isError && !check.data && <Failure error={check.error} onRetry={check.refetch} />}
        {check.data && (
          <CheckSums mailingId={mailingId} settings={settled} check={check.data} isStale={check.isPlaceholderData} />
        )}
      </Card>
      {audience.type === 'conditions' && (
        <LiveAudience conditions={audience.conditions} segmentId={undefined} choices={choices} />
      )}
    </Stack>
  );
}
