import { Skeleton, Text } from '@mantine/core';
import { isForOwner } from '#contract/flows/kinds.ts';
import type { FlowPreview } from '#contract/flows/trials.ts';
import type { FlowKind, FlowSettings } from '#contract/flows/calls.ts';
import type { Language } from '#contract/primitives.ts';
import { RuleWay } from '#web/delivery/RuleWay.tsx';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { MessagePhones } from '#web/texts/trials/MessagePhones.tsx';
import { TestSend } from '#web/texts/trials/TestSend.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { missingText } from '#web/flows/going-live/missing-text.ts';
import { useFlowPreview, useSendFlowTest } from '#web/flows/use-flows.ts';
import { useTestPhones } from '#web/texts/use-test-phones.ts';

type Props = {
  kind: FlowKind;
  settings: FlowSettings;
  /** The settings, debounced. */
  settled: FlowSettings;
  /** Language of the preview; absent: each contact's own. */
  language: Language | undefined;
  testPhones: string;
};

/** Phone preview of the message as it is being edited, for several stored contacts. */
export function FlowPreviewPane({ kind, settings, settled, language, testPhones }: Props) {
  const preview = useFlowPreview(kind, settled, language);
  if (preview.isPending) return <Skeleton height={520} />;
  if (preview.isError && !preview.data) return <Failure error={preview.error} onRetry={preview.refetch} />;
  const { previews = [], unknownVariables = [], templateLacks = null, hasWindow = false } = preview.data ?? {};
  return (
    <MessagePhones
      previews={previews}
      content={settled.content}
      unknownVariables={unknownVariables}
      templateLacks={templateLacks}
      isWindowed={hasWindow}
      isNameless={isForOwner(kind)}
      note={(shown) => <PreviewNote kind={kind} preview={shown} />}
      foot={(shown) => <FlowTest kind={kind} settings={settings} testPhones={testPhones} preview={shown} />}
    />
  );
}

/** When the message would be sent, or why it would not. */
function PreviewNote({ kind, preview }: { kind: FlowKind; preview: FlowPreview }) {
  const t = useTexts();
  const format = useFormat();
  const { skipRule } = preview;
  if (skipRule && skipRule !== 'due') {
    return (
      <>
        <Text size="sm" c="attention" ta="center">
          {t(isForOwner(kind) ? 'reports:would_not' : 'flows:editor.would_not', { why: t(`rules:${skipRule}.why`) })}
        </Text>
        <RuleWay rule={skipRule} />
      </>
    );
  }
  if (!preview.sendAt && isForOwner(kind)) return null;
  return (
    <Text size="sm" c="dimmed" ta="center">
      {preview.sendAt
        ? t('flows:editor.would_leave', { when: format.dateTime(preview.sendAt, preview.timeZone) })
        : t('flows:editor.example')}
    </Text>
  );
}

type TestProps = Pick<Props, 'kind' | 'settings' | 'testPhones'> & { preview: FlowPreview };

function FlowTest({ kind, settings, testPhones, preview: { visitId } }: TestProps) {
  const t = useTexts();
  const own = useTestPhones();
  const send = useSendFlowTest();
  const test = (phones: string) =>
    send.mutate(
      { kind, settings, visitId, testPhones: phones },
      {
        onSuccess: ({ messageIds }) =>
          toast.success({ title: t('flows:editor.test_sent', { count: messageIds.length }) }),
        onError: (error) => toast.error({ title: missingText(error, t) }),
      },
    );
  return <TestSend usualPhones={testPhones || (own.data ?? []).join(', ')} isBusy={send.isPending} onSend={test} />;
}
