import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { LOST_DAYS } from '#contract/contacts/values.ts';
import type { MailingId } from '#contract/mailings/calls.ts';
import { ConnectChannel } from '#web/channels/connecting/ConnectChannel.tsx';
import { useChannels } from '#web/channels/use-channels.ts';
import { useContactCounts } from '#web/contacts/use-contacts.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { StepCard } from '#web/ui/layout/StepCard.tsx';
import { NewMailing } from './NewMailing.tsx';

const STEPS = ['channel', 'people', 'start'] as const;

/** The way to a first mailing: a channel, its recipients, the mailing. @param props.draftId the mailing that was begun */
export function FirstMailing({ draftId }: { draftId: MailingId | undefined }) {
  const t = useTexts();
  const channels = useChannels();
  const contacts = useContactCounts(LOST_DAYS);
  if (!channels.data || !contacts.data) {
    const failed = [channels, contacts].find(({ isError }) => isError);
    return failed ? <Failure error={failed.error} onRetry={failed.refetch} /> : <RowsSkeleton rows={4} />;
  }
  const done = { channel: channels.data.length > 0, people: contacts.data.all > 0, start: false };
  const next = STEPS.find((step) => !done[step]) ?? 'start';
  return (
    <StepCard
      title={t('mailings:first.title')}
      steps={STEPS.map((step) => ({ key: step, title: t(`mailings:first.${step}.title`), isDone: done[step] }))}
    >
      <Text size="sm" c="dimmed" mb="sm">
        {t(`mailings:first.${next}.text`)}
      </Text>
      {next === 'channel' && <ConnectChannel onDone={() => void channels.refetch()} />}
      {next === 'people' && (
        <Button component={Link} to="/contacts/import">
          {t('mailings:first.people.action')}
        </Button>
      )}
      {next === 'start' &&
        (draftId ? (
          <Button
            renderRoot={(props) => (
              <Link to="/distributions/edit/$mailingId/{-$step}" params={{ mailingId: draftId }} {...props} />
            )}
          >
            {t('mailings:first.start.continue')}
          </Button>
        ) : (
          <NewMailing />
        ))}
    </StepCard>
  );
}
