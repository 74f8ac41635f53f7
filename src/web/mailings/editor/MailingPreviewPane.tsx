import { Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { MailingSettings } from '#contract/mailings/calls.ts';
import type { MailingPreview } from '#contract/mailings/trials.ts';
import type { Language } from '#contract/primitives.ts';
import { RuleWay } from '#web/delivery/RuleWay.tsx';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { MessagePhones } from '#web/texts/trials/MessagePhones.tsx';
import { TestSend } from '#web/texts/trials/TestSend.tsx';
import { useTestPhones } from '#web/texts/use-test-phones.ts';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { useMailingPreview, useSendMailingTest } from './use-mailing-trials.ts';

const LETTERS = ['A', 'B', 'C'] as const;

type Props = {
  settings: MailingSettings;
  /** The settings, debounced. */
  settled: MailingSettings;
  language: Language | undefined;
  /** Absent: no test is offered. */
  testPhones?: string;
};

/** The message on the phones of real contacts of the audience, each text of a comparison, and a test to own numbers. */
export function MailingPreviewPane({ settings, settled, language, testPhones }: Props) {
  const t = useTexts();
  const [chosen, setChosen] = useState<(typeof LETTERS)[number]>('A');
  const letters = LETTERS.slice(0, 1 + (settled.experiment?.variants.length ?? 0));
  const variant = Math.max(0, letters.indexOf(chosen));
  const preview = useMailingPreview(settled, { variant, language });
  if (preview.isPending) return <Skeleton height={520} />;
  if (preview.isError && !preview.data) return <Failure error={preview.error} onRetry={preview.refetch} />;
  const { previews = [], unknownVariables = [], templateLacks = null, hasWindow = false } = preview.data ?? {};
  return (
    <Stack gap="sm">
      {letters.length > 1 && (
        <ChoiceBar
          label={t('mailings:ab.shown')}
          value={letters[variant] ?? 'A'}
          options={letters.map((letter) => ({ value: letter, label: t('mailings:ab.variant', { letter }) }))}
          onChange={setChosen}
        />
      )}
      <MessagePhones
        previews={previews}
        content={settled.content}
        unknownVariables={unknownVariables}
        templateLacks={templateLacks}
        isWindowed={hasWindow}
        note={(shown) => <PreviewNote preview={shown} />}
        foot={({ contactId }) =>
          testPhones !== undefined && (
            <MailingTest settings={settings} variant={variant} contactId={contactId} testPhones={testPhones} />
          )
        }
      />
    </Stack>
  );
}

/** When the message would leave and as how many SMS, or why it would not. */
function PreviewNote({ preview: { skipRule, sendAt, timeZone, parts } }: { preview: MailingPreview }) {
  const t = useTexts();
  const format = useFormat();
  if (skipRule && skipRule !== 'due') {
    return (
      <>
        <Text size="sm" c="attention" ta="center">
          {t('flows:editor.would_not', { why: t(`rules:${skipRule}.why`) })}
        </Text>
        <RuleWay rule={skipRule} />
      </>
    );
  }
  const when = sendAt
    ? t('flows:editor.would_leave', { when: format.dateTime(sendAt, timeZone) })
    : t('mailings:preview.example');
  return (
    <Text size="sm" c="dimmed" ta="center">
      {[when, parts !== null && t('mailings:preview.parts', { count: parts })].filter(Boolean).join('. ')}
    </Text>
  );
}

type TestProps = {
  settings: MailingSettings;
  variant: number;
  contactId: MailingPreview['contactId'];
  testPhones: string;
};

function MailingTest({ settings, variant, contactId, testPhones }: TestProps) {
  const t = useTexts();
  const own = useTestPhones();
  const send = useSendMailingTest();
  const test = (phones: string) =>
    send.mutate(
      { settings, variant, contactId, testPhones: phones },
      {
        onSuccess: ({ messageIds }) =>
          toast.success({ title: t('flows:editor.test_sent', { count: messageIds.length }) }),
        onError: (error) => toast.error({ title: problemText(error, t) }),
      },
    );
  return <TestSend usualPhones={testPhones || (own.data ?? []).join(', ')} isBusy={send.isPending} onSend={test} />;
}
