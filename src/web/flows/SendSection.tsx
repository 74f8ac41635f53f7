import { Alert, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconFlask, IconRocket } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import type { Flow } from '#contract/flows.ts';
import { useChannels } from '#web/channels/use-channels.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { useFormatPhone } from '#web/lib/phone.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { ManySelect } from '#web/ui/ManySelect.tsx';
import { toast } from '#web/ui/toasts.ts';
import type { FlowForm } from './flow-form.ts';
import { missingText } from './missing-text.ts';
import { FlowMeetings } from './policy/FlowMeetings.tsx';
import { ReportPhones } from './ReportPhones.tsx';
import { useFlowPreview, useSwitchMode, useTestPhones } from './use-flows.ts';

type Props = { form: FlowForm; flow: Flow; testPhones: { value?: string; error?: ReactNode } };

/** Over which channels, to whom while in test, and the step from test to live. */
export function SendSection({ form, flow, testPhones }: Props) {
  const t = useTexts();
  const channels = useChannels();
  const own = useTestPhones();
  const formatPhone = useFormatPhone();
  const ownPhones = (own.data ?? []).map((phone) => formatPhone(phone)).join(', ');
  return (
    <Stack>
      <ManySelect
        label={t('flows.channels')}
        description={t('flows.channels_help')}
        placeholder={t('flows.channels_any')}
        data={(channels.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
        value={form.settings.channelIds}
        onChange={(channelIds) => form.change({ channelIds })}
      />
      <TextInput
        label={t('flows.test_phones')}
        description={ownPhones ? t('flows.test_phones_own', { phones: ownPhones }) : t('flows.test_phones_help')}
        inputMode="tel"
        {...testPhones}
      />
      {FLOW_CATALOGUE[form.kind].recipient === 'owner' && <ReportPhones form={form} />}
      <ModeSwitch flow={flow} />
      <FlowMeetings flowId={flow.id} />
    </Stack>
  );
}

function ModeSwitch({ flow }: { flow: Flow }) {
  const t = useTexts();
  const switchMode = useSwitchMode();
  const [isAsking, setAsking] = useState(false);
  const preview = useFlowPreview(flow.kind, flow.settings);
  const isTest = flow.mode === 'test';
  const isReminder = flow.kind === 'visit_reminder'; // NOTE: all others begin with what happens from now on

  const change = () =>
    switchMode.mutate(
      { flowId: flow.id, mode: isTest ? 'combat' : 'test' },
      {
        onSuccess: () => toast.success({ title: t(isTest ? 'flows.went_live' : 'flows.went_test') }),
        onError: (error) => toast.error({ title: missingText(error, t) }),
        onSettled: () => setAsking(false),
      },
    );
  return (
    <Alert color={isTest ? 'attention' : 'good'} icon={isTest ? <IconFlask size={20} /> : <IconRocket size={20} />}>
      <Title order={2} size="h3">
        {t(isTest ? 'flows.mode_test_title' : 'flows.mode_live_title')}
      </Title>
      <Text size="sm" mt={4}>
        {t(isTest ? 'flows.mode_test_text' : 'flows.mode_live_text')}
      </Text>
      <Group mt="sm">
        {isTest ? (
          <Button onClick={() => setAsking(true)}>{t('flows.go_live')}</Button>
        ) : (
          <Button variant="default" loading={switchMode.isPending} onClick={change}>
            {t('flows.go_test')}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('flows.go_live_title')}
        text={t(isReminder ? 'flows.go_live_text' : 'flows.go_live_text_event')}
        figures={isReminder ? [{ label: t('flows.ahead'), value: preview.data?.aheadCount ?? '…' }] : []}
        confirmLabel={t('flows.go_live')}
        isBusy={switchMode.isPending}
        onConfirm={change}
        onClose={() => setAsking(false)}
      >
        {isAsking && <FlowMeetings flowId={flow.id} />}
      </ConfirmDialog>
    </Alert>
  );
}
