import { Alert, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconFlask, IconRocket } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Flow } from '#contract/flows.ts';
import { useChannels } from '#web/channels/use-channels.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { useFormatPhone } from '#web/lib/phone.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { ManySelect } from '#web/ui/ManySelect.tsx';
import { toast } from '#web/ui/toasts.ts';
import type { FlowForm } from './flow-form.ts';
import { isReport } from './kind-traits.ts';
import { missingText } from './missing-text.ts';
import { FlowConflicts } from '#web/policy/FlowConflicts.tsx';
import { useFlowPreview, useSwitchMode, useTestPhones } from './use-flows.ts';
import { ConnectChannel } from './ConnectChannel.tsx';

type Props = { form: FlowForm; flow: Flow; testPhones: { value?: string; error?: ReactNode } };

/** Channels, test numbers, and the switch from test to live. */
export function SendSection({ form, flow, testPhones }: Props) {
  const t = useTexts();
  const channels = useChannels();
  const own = useTestPhones();
  const formatPhone = useFormatPhone();
  const ownPhones = (own.data ?? []).map((phone) => formatPhone(phone)).join(', ');
  return (
    <Stack>
      <ManySelect
        label={t('flows:editor.channels')}
        description={t(isReport(form.kind) ? 'reports:channels_help' : 'flows:editor.channels_help')}
        placeholder={t('flows:editor.channels_any')}
        data={(channels.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
        value={form.settings.channelIds}
        onChange={(channelIds) => form.change({ channelIds })}
      />
      {channels.data && !channels.data.some(({ state }) => state === 'Authorized') && <ConnectChannel />}
      <TextInput
        label={t('flows:test_phones')}
        description={ownPhones ? t('flows:test_phones_own', { phones: ownPhones }) : t('flows:test_phones_help')}
        inputMode="tel"
        {...testPhones}
      />
      <ModeSwitch flow={flow} />
      <FlowConflicts flowId={flow.id} />
    </Stack>
  );
}

function ModeSwitch({ flow }: { flow: Flow }) {
  const t = useTexts();
  const switchMode = useSwitchMode();
  const [isAsking, setAsking] = useState(false);
  const preview = useFlowPreview(flow.kind, flow.settings);
  const isTest = flow.mode === 'test';
  const words = isReport(flow.kind) ? REPORT_WORDS : CLIENT_WORDS;
  const isReminder = flow.kind === 'visit_reminder'; // NOTE: all others start with events from now on

  const change = () =>
    switchMode.mutate(
      { flowId: flow.id, mode: isTest ? 'combat' : 'test' },
      {
        onSuccess: () => toast.success({ title: t(isTest ? words.wentLive : words.wentTest) }),
        onError: (error) => toast.error({ title: missingText(error, t) }),
        onSettled: () => setAsking(false),
      },
    );
  return (
    <Alert color={isTest ? 'attention' : 'good'} icon={isTest ? <IconFlask size={20} /> : <IconRocket size={20} />}>
      <Title order={2} size="h3">
        {t(isTest ? words.testTitle : words.liveTitle)}
      </Title>
      <Text size="sm" mt={4}>
        {t(isTest ? words.testText : words.liveText)}
      </Text>
      <Group mt="sm">
        {isTest ? (
          <Button onClick={() => setAsking(true)}>{t(words.goLive)}</Button>
        ) : (
          <Button variant="default" loading={switchMode.isPending} onClick={change}>
            {t('flows:go_test')}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        isOpen={isAsking}
        title={t(words.goLiveTitle)}
        text={t(isReminder ? 'flows:editor.go_live_text' : words.goLiveText)}
        figures={isReminder ? [{ label: t('flows:editor.ahead'), value: preview.data?.aheadCount ?? '…' }] : []}
        confirmLabel={t(words.goLive)}
        isBusy={switchMode.isPending}
        onConfirm={change}
        onClose={() => setAsking(false)}
      >
        {isAsking && <FlowConflicts flowId={flow.id} />}
      </ConfirmDialog>
    </Alert>
  );
}

const CLIENT_WORDS = {
  testTitle: 'flows:editor.mode_test_title',
  testText: 'flows:editor.mode_test_text',
  liveTitle: 'flows:editor.mode_live_title',
  liveText: 'flows:editor.mode_live_text',
  goLive: 'flows:go_live',
  goLiveTitle: 'flows:editor.go_live_title',
  goLiveText: 'flows:editor.go_live_text_event',
  wentLive: 'flows:editor.went_live',
  wentTest: 'flows:editor.went_test',
} as const;

const REPORT_WORDS = {
  testTitle: 'reports:test_title',
  testText: 'reports:test_text',
  liveTitle: 'reports:live_title',
  liveText: 'reports:live_text',
  goLive: 'reports:go_live',
  goLiveTitle: 'reports:go_live_title',
  goLiveText: 'reports:go_live_text',
  wentLive: 'reports:went_live',
  wentTest: 'reports:went_test',
} as const satisfies Record<keyof typeof CLIENT_WORDS, string>;
