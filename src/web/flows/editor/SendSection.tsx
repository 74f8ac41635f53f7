import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { IconFlask, IconRocket } from '@tabler/icons-react';
import { isForOwner } from '#contract/flows/kinds.ts';
import type { Flow } from '#contract/flows/calls.ts';
import { PassOnField } from '#web/channels/list/PassOnField.tsx';
import { useChannels } from '#web/channels/use-channels.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ManySelect } from '#web/ui/fields/ManySelect.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import type { FlowForm } from './flow-form.ts';
import { missingText } from '#web/flows/going-live/missing-words.ts';
import { SenderConflicts } from '#web/policy/SenderConflicts.tsx';
import { useSwitchMode } from '#web/flows/use-flows.ts';
import { TestPhonesField } from '#web/texts/trials/TestPhonesField.tsx';
import { ConnectChannel } from '#web/flows/going-live/ConnectChannel.tsx';

type Props = { form: FlowForm; flow: Flow };

/** Channels, test numbers, and the way back to test. */
export function SendSection({ form, flow }: Props) {
  const t = useTexts();
  const channels = useChannels();
  return (
    <Stack>
      <ManySelect
        label={t('flows:editor.channels')}
        description={t(isForOwner(form.kind) ? 'reports:channels_help' : 'flows:editor.channels_help')}
        placeholder={t('flows:editor.channels_any')}
        data={(channels.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
        value={form.settings.channelIds}
        onChange={(channelIds) => form.change({ channelIds })}
      />
      <PassOnField value={form.settings.passOnMinutes} onChange={(passOnMinutes) => form.change({ passOnMinutes })} />
      {channels.data && !channels.data.some(({ state }) => state === 'Authorized') && <ConnectChannel />}
      <TestPhonesField help={t('flows:test_phones_help')} {...form.testPhones} />
      <ModeSwitch flow={flow} />
      <SenderConflicts senderId={flow.id} />
    </Stack>
  );
}

function ModeSwitch({ flow }: { flow: Flow }) {
  const t = useTexts();
  const switchMode = useSwitchMode();
  const isTest = flow.mode === 'test';
  const words = isForOwner(flow.kind) ? REPORT_WORDS : CLIENT_WORDS;
  const backToTest = () =>
    switchMode.mutate(
      { flowId: flow.id, mode: 'test' },
      {
        onSuccess: () => toast.success({ title: t(words.wentTest) }),
        onError: (error) => toast.error({ title: missingText(error, t) }),
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
      {!isTest && (
        <Button mt="sm" variant="default" loading={switchMode.isPending} onClick={backToTest}>
          {t('flows:go_test')}
        </Button>
      )}
    </Alert>
  );
}

const CLIENT_WORDS = {
  testTitle: 'flows:editor.mode_test_title',
  testText: 'flows:editor.mode_test_text',
  liveTitle: 'flows:editor.mode_live_title',
  liveText: 'flows:editor.mode_live_text',
  wentTest: 'flows:editor.went_test',
} as const;

const REPORT_WORDS = {
  testTitle: 'reports:test_title',
  testText: 'reports:test_text',
  liveTitle: 'reports:live_title',
  liveText: 'reports:live_text',
  wentTest: 'reports:went_test',
} as const satisfies Record<keyof typeof CLIENT_WORDS, string>;
