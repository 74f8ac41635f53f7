import { Alert, Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { declarationOf, OFFERED_KINDS } from '#contract/channels/kinds.ts';
import type { CLINIC_STEPS } from '#contract/onboarding/values.ts';
import type { ClinicSetup } from '#contract/onboarding/clinic.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { ConnectKind } from '#web/channels/connecting/ConnectKind.tsx';
import { ConnectForm } from '#web/connections/list/ConnectForm.tsx';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { DateField } from '#web/ui/fields/DateField.tsx';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { useChooseChannel, useRefreshSetup, useStartClinic, useWriteReminder } from './use-clinic-setup.ts';

type Props = { setup: ClinicSetup; onDone: () => void };

const STEPS = { connect: ConnectStep, whatsapp: WhatsAppStep, text: TextStep, start: StartStep } as const;

/** The question of one step of a clinic's quick start. */
export function ClinicStep({ step, ...props }: Props & { step: (typeof CLINIC_STEPS)[number] }) {
  const Content = STEPS[step];
  return (
    <Stack gap="sm" mt="xs">
      <Content {...props} />
    </Stack>
  );
}

function ConnectStep({ onDone }: Props) {
  const refresh = useRefreshSetup();
  return <ConnectForm kind="medflex" connected={[]} onDone={() => void refresh().then(onDone)} />;
}

/** The kinds of channels that are WhatsApp. */
const WAYS = OFFERED_KINDS.filter((kind) => declarationOf(kind).chat?.name === 'WhatsApp');

function WhatsAppStep({ setup, onDone }: Props) {
  const t = useTexts();
  const refresh = useRefreshSetup();
  const choose = useChooseChannel();
  const { channels, branches } = setup;
  const [way, setWay] = useState(WAYS[0]);
  const [chosen, setChosen] = useState(
    channels.find(({ id }) => id === branches[0]?.channelId)?.id ?? channels[0]?.id ?? null,
  );
  if (channels.length === 0)
    return (
      <>
        {way && (
          <ChoiceBar
            label={t('connections:medflex.start.whatsapp.way')}
            value={way}
            onChange={setWay}
            options={WAYS.map((value) => ({ value, label: t(`${CHANNEL_APPEARANCES[value].texts}.title`) }))}
          />
        )}
        {way && <ConnectKind key={way} kind={way} onDone={() => void refresh().then(onDone)} />}
      </>
    );
  return (
    <>
      <Radio.Group
        aria-label={t('connections:medflex.start.whatsapp.question')}
        value={chosen}
        onChange={(value) => setChosen(channels.find(({ id }) => id === value)?.id ?? null)}
      >
        <Stack gap="xs">
          {channels.map(({ id, title }) => (
            <Radio key={id} value={id} label={title} />
          ))}
        </Stack>
      </Radio.Group>
      <Problem error={choose.error} />
      <Group>
        <Button
          loading={choose.isPending}
          disabled={chosen === null}
          onClick={() => chosen && choose.mutate({ channelId: chosen }, { onSuccess: onDone })}
        >
          {t('connections:medflex.start.next')}
        </Button>
      </Group>
    </>
  );
}

function TextStep({ setup: { reminder }, onDone }: Props) {
  const t = useTexts();
  const write = useWriteReminder();
  const [text, setText] = useState(reminder?.text ?? t('connections:medflex.start.text.sample'));
  return (
    <>
      <Textarea
        aria-label={t('connections:medflex.start.text.question')}
        autosize
        minRows={5}
        maxLength={1_000}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Text size="sm" c="dimmed">
        {t('connections:medflex.start.text.help')}
      </Text>
      <Problem error={write.error} />
      <Group>
        <Button
          loading={write.isPending}
          disabled={text.trim() === ''}
          onClick={() => write.mutate({ text }, { onSuccess: onDone })}
        >
          {t('connections:medflex.start.next')}
        </Button>
      </Group>
    </>
  );
}

function StartStep({ setup: { startsOn, today }, onDone }: Props) {
  const t = useTexts();
  const start = useStartClinic();
  const [day, setDay] = useState(startsOn ?? today);
  return (
    <>
      <DateField
        maw={240}
        aria-label={t('connections:medflex.start.start.question')}
        value={day}
        min={today}
        onChange={setDay}
      />
      <Text size="sm" c="dimmed">
        {t('connections:medflex.start.start.help')}
      </Text>
      <Problem error={start.error} />
      <Group>
        <Button
          loading={start.isPending}
          disabled={day === ''}
          onClick={() => start.mutate({ startsOn: day }, { onSuccess: onDone })}
        >
          {t('connections:medflex.start.start.action')}
        </Button>
      </Group>
    </>
  );
}

function Problem({ error }: { error: unknown }) {
  const t = useTexts();
  if (!error) return null;
  return (
    <Alert color="bad" role="alert">
      {problemText(error, t)}
    </Alert>
  );
}
