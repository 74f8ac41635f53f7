import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { RecordingId } from '#contract/quality/talks.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { MomentField } from '#web/lib/forms/MomentField.tsx';
import { clockOf } from '#web/quality/player/player-rules.ts';
import { CallTalk } from '#web/quality/report/CallTalk.tsx';
import { useIsOwner } from '#web/quality/use-shared.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { SideDrawer } from '#web/ui/layout/SideDrawer.tsx';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { Facts } from '#web/ui/lists/Facts.tsx';
import { DeleteRecording } from './DeleteRecording.tsx';
import { STATE_TONES } from './recording-tones.ts';
import { useRecording, useRetryRecording, useSaveRecording, useTalk } from './use-talks.ts';

type WholeRecording = NonNullable<ReturnType<typeof useRecording>['data']>;

/** A recording: its state, who speaks, its sound with its words. */
export function RecordingDrawer({ recordingId, onClose }: { recordingId: RecordingId; onClose: () => void }) {
  const t = useTexts();
  const recording = useRecording(recordingId);
  return (
    <SideDrawer
      isOpen
      title={recording.data?.fileName ?? t('quality:recording.name')}
      closeLabel={t('ui:close')}
      onClose={onClose}
    >
      {recording.isPending && (
        <Loading>
          <Skeleton height={420} />
        </Loading>
      )}
      {recording.isError && !recording.data && <Failure error={recording.error} onRetry={recording.refetch} />}
      {recording.data && <RecordingBody recording={recording.data} onClose={onClose} />}
    </SideDrawer>
  );
}

function RecordingBody({ recording, onClose }: { recording: WholeRecording; onClose: () => void }) {
  const t = useTexts();
  const isOwner = useIsOwner();
  const [isDeleting, setDeleting] = useState(false);
  const { state, seconds, isIncomplete, talkId } = recording;
  return (
    <Stack>
      <Group gap="xs">
        <ToneBadge tone={STATE_TONES[state]}>{t(`quality:recording.state.${state}`)}</ToneBadge>
        {seconds !== null && <Text size="sm">{clockOf(seconds)}</Text>}
        {isIncomplete && (
          <Text size="sm" c="attention">
            {t('quality:recording.incomplete')}
          </Text>
        )}
      </Group>
      <Trouble recording={recording} />
      <SpeakersForm recording={recording} />
      <Measures recording={recording} />
      {talkId && <Words recording={recording} talkId={talkId} />}
      {isOwner && (
        <div>
          <Button variant="subtle" color="bad" size="compact-md" onClick={() => setDeleting(true)}>
            {t('quality:recording.delete')}
          </Button>
        </div>
      )}
      {isDeleting && <DeleteRecording recording={recording} onDeleted={onClose} onClose={() => setDeleting(false)} />}
    </Stack>
  );
}

function Trouble({ recording: { id, state, trouble } }: { recording: WholeRecording }) {
  const t = useTexts();
  const retry = useRetryRecording();
  if (state !== 'failed') return null;
  return (
    <TroubleAlert
      tone="bad"
      title={trouble ? t(`quality:recording.trouble.${trouble}`) : t('quality:recording.state.failed')}
      action={
        <Button variant="default" size="compact-md" loading={retry.isPending} onClick={() => retry.mutate(id)}>
          {t('quality:recording.retry')}
        </Button>
      }
    >
      {t('quality:recording.paid_once')}
    </TroubleAlert>
  );
}

/** The names of the speakers, and the time of the call. */
function SpeakersForm({ recording }: { recording: WholeRecording }) {
  const t = useTexts();
  const format = useFormat();
  const save = useSaveRecording(recording.id);
  const { employeeName, clientName, startedAt, employeeChannel, isStereo } = recording;
  const editor = useContractForm({
    schema: async () => (await import('#contract/quality/recordings.ts')).saveRecording.body,
    initial: { employeeName, clientName, startedAt, employeeChannel },
    async submit(values) {
      await save.mutateAsync(values);
      toast.success({ title: t('quality:recording.saved') });
    },
  });
  const { form, field } = editor;
  const values = form.getValues();
  const now = new Date(productNow()).toISOString();
  return (
    <FormBody form={editor} submit={t('quality:save')} isSecondary>
      <TextInput
        label={t('quality:recording.employee')}
        description={t('quality:recording.employee_help')}
        maxLength={120}
        {...field('employeeName')}
      />
      <TextInput label={t('quality:recording.client')} maxLength={120} {...field('clientName')} />
      <MomentField
        label={t('quality:recording.when')}
        value={values.startedAt}
        usualTime="12:00"
        firstDay="2000-01-01"
        error={field('startedAt').error}
        onChange={(at) => form.setFieldValue('startedAt', at ?? now)}
      />
      {isStereo && (
        <div>
          <Text size="sm" fw={550} mb={4}>
            {t('quality:recording.channel')}
          </Text>
          <ChoiceBar
            label={t('quality:recording.channel')}
            value={values.employeeChannel}
            options={(['left', 'right'] as const).map((value) => ({
              value,
              label: t(`quality:recording.channel_of.${value}`),
            }))}
            onChange={(channel) => form.setFieldValue('employeeChannel', channel)}
          />
        </div>
      )}
      {isStereo === false && (
        <Text size="sm" c="dimmed">
          {t('quality:recording.mono')}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t('quality:recording.uploaded', { when: format.dateTime(recording.createdAt) })}
      </Text>
    </FormBody>
  );
}

/** Shares of speech and silences, measured in the sound. */
function Measures({ recording: { measures } }: { recording: WholeRecording }) {
  const t = useTexts();
  const format = useFormat();
  if (!measures) return null;
  const { employeeShare, clientShare, longestSilence, interruptions, beforeFirstWord } = measures;
  const seconds = (value: number) => t('quality:wait.seconds', { count: Math.round(value) });
  return (
    <Facts
      facts={[
        {
          label: t(clientShare === null ? 'quality:sound.talk' : 'quality:sound.employee'),
          value: format.percent(Math.round(employeeShare * 100) / 100),
        },
        ...(clientShare === null
          ? []
          : [{ label: t('quality:sound.client'), value: format.percent(Math.round(clientShare * 100) / 100) }]),
        { label: t('quality:sound.silence'), value: seconds(longestSilence) },
        { label: t('quality:sound.before'), value: seconds(beforeFirstWord) },
        ...(interruptions === null
          ? []
          : [{ label: t('quality:sound.interruptions'), value: format.number(interruptions) }]),
      ]}
    />
  );
}

function Words({ recording, talkId }: { recording: WholeRecording; talkId: NonNullable<WholeRecording['talkId']> }) {
  const talk = useTalk(talkId);
  if (talk.isPending)
    return (
      <Loading>
        <Skeleton height={220} />
      </Loading>
    );
  if (!talk.data) return <Failure error={talk.error} onRetry={talk.refetch} />;
  return <CallTalk recording={recording} lines={talk.data.transcript} />;
}
