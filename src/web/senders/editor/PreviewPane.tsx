import { Skeleton, Text } from '@mantine/core';
import { useMutation, type UseQueryResult } from '@tanstack/react-query';
import type { TemplateMedia } from '#contract/channels/calls.ts';
import type { TextContent } from '#contract/texts/calls.ts';
import type { ContactPreview } from '#contract/texts/previews.ts';
import { RuleWay } from '#web/delivery/RuleWay.tsx';
import { isRefused } from '#web/lib/api/call-errors.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { TextKey } from '#web/locales/resources.ts';
import { MessagePhones } from '#web/texts/trials/MessagePhones.tsx';
import { TestSend } from '#web/texts/trials/TestSend.tsx';
import { useTestPhones } from '#web/texts/use-test-phones.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';

type Reply<Preview> = {
  previews: Preview[];
  unknownVariables: string[];
  templateLacks: TemplateMedia | null;
  hasWindow: boolean;
};

type NoteWords<Preview> = {
  /** Says why the message would not be sent; with `why`. */
  wouldNot?: TextKey;
  /** Said of every message in place of when it would be sent. */
  instead?: TextKey | undefined;
  /** Says that the message is an example; null: nothing is said. */
  example: TextKey | null;
  /** Follows the moment it would be sent. */
  more?: (shown: Preview) => string | null;
};

type Props<Preview extends ContactPreview> = {
  preview: UseQueryResult<Reply<Preview>>;
  content: TextContent;
  words: NoteWords<Preview>;
  /** Leaves the contact's name out where there is only one preview. */
  isNameless?: boolean;
  /** A test of the message to own numbers; absent: none is offered. */
  test?:
    | { phones: string; send: (shown: Preview, testPhones: string) => Promise<{ messageIds: string[] }> }
    | undefined;
};

/** The message as it is being edited, on the phones of stored contacts. */
export function PreviewPane<Preview extends ContactPreview>(props: Props<Preview>) {
  const { preview, content, words, isNameless = false, test } = props;
  if (preview.isPending) return <Skeleton height={520} />;
  if (preview.isError && !preview.data) return <Failure error={preview.error} onRetry={preview.refetch} />;
  const { previews = [], unknownVariables = [], templateLacks = null, hasWindow = false } = preview.data ?? {};
  return (
    <MessagePhones
      previews={previews}
      content={content}
      unknownVariables={unknownVariables}
      templateLacks={templateLacks}
      isWindowed={hasWindow}
      isNameless={isNameless}
      note={(shown) => <PreviewNote shown={shown} words={words} />}
      foot={(shown) =>
        test && <MessageTest phones={test.phones} onSend={(testPhones) => test.send(shown, testPhones)} />
      }
    />
  );
}

type NoteProps<Preview> = { shown: Preview; words: NoteWords<Preview> };

/** When the message would be sent, or why it would not. */
function PreviewNote<Preview extends ContactPreview>({ shown, words }: NoteProps<Preview>) {
  const t = useTexts();
  const format = useFormat();
  const { skipRule, sendAt, timeZone } = shown;
  const { wouldNot = 'flows:editor.would_not', instead, example, more } = words;
  if (instead) {
    return (
      <Text size="sm" c="dimmed" ta="center">
        {t(instead)}
      </Text>
    );
  }
  if (skipRule && skipRule !== 'due') {
    return (
      <>
        <Text size="sm" c="attention" ta="center">
          {t(wouldNot, { why: t(`rules:${skipRule}.why`) })}
        </Text>
        <RuleWay rule={skipRule} />
      </>
    );
  }
  if (!sendAt && example === null) return null;
  const when = sendAt ? t('flows:editor.would_leave', { when: format.dateTime(sendAt, timeZone) }) : null;
  return (
    <Text size="sm" c="dimmed" ta="center">
      {[when ?? (example && t(example)), more?.(shown)].filter(Boolean).join('. ')}
    </Text>
  );
}

type TestProps = { phones: string; onSend: (testPhones: string) => Promise<{ messageIds: string[] }> };

function MessageTest({ phones, onSend }: TestProps) {
  const t = useTexts();
  const own = useTestPhones();
  const send = useMutation({
    mutationFn: onSend,
    onSuccess: ({ messageIds }) => toast.success({ title: t('flows:editor.test_sent', { count: messageIds.length }) }),
    onError: (error) =>
      toast.error({
        title: isRefused(error, 'channel.not_found') ? t('texts:no_channel') : problemText(error, t),
      }),
  });
  return <TestSend usualPhones={phones || (own.data ?? []).join(', ')} isBusy={send.isPending} onSend={send.mutate} />;
}
