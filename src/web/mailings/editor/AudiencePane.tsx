import { Card, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { MailingAudience, MailingId, MailingSettings } from '#contract/mailings/calls.ts';
import { LiveAudience } from '#web/audiences/segments/LiveAudience.tsx';
import { useConditionChoices } from '#web/audiences/use-condition-choices.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { isUnchosen } from './audience-ways.ts';
import { CheckSums } from '#web/mailings/checking/CheckSums.tsx';
import { useMailingCheck } from './use-mailing-trials.ts';

type Props = {
  mailingId: MailingId;
  settled: MailingSettings;
  /** The audience in the form; the settled settings are older while its list, segment or mailing is to be chosen. */
  chosen: MailingAudience;
};

/** The contacts of the audience while it is being chosen: how many, whom the mailing leaves out, and some of them. */
export function AudiencePane({ mailingId, settled, chosen }: Props) {
  const t = useTexts();
  const { audience } = settled;
  const choices = useConditionChoices();
  const check = useMailingCheck(mailingId, settled);
  if (isUnchosen(chosen)) {
    return (
      <Card>
        <Title order={2} size="h3" mb="sm">
          {t('mailings:check.sums')}
        </Title>
        <Text c="dimmed">{t('mailings:who.unchosen')}</Text>
      </Card>
    );
  }
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
