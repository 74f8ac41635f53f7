import { Skeleton, Text } from '@mantine/core';
import type { Language } from '#contract/primitives.ts';
import type { ContactPreview } from '#contract/texts/previews.ts';
import type { WaitlistSettings } from '#contract/waitlist/calls.ts';
import { RuleWay } from '#web/delivery/RuleWay.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { MessagePhones } from '#web/texts/trials/MessagePhones.tsx';
import { TestSend } from '#web/texts/trials/TestSend.tsx';
import { useTestPhones } from '#web/texts/use-test-phones.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { useOfferPreview, useSendOfferTest } from './use-offer-trials.ts';

type Tried = Pick<WaitlistSettings, 'content' | 'channelIds'>;

type Props = {
  settings: Tried;
  /** The settings, debounced. */
  settled: Tried;
  /** Absent: each contact's own. */
  language: Language | undefined;
};

/** The offer on the phones of contacts who wait, and a test to own numbers. */
export function OfferPreviewPane({ settings, settled, language }: Props) {
  const preview = useOfferPreview(triedOf(settled), language);
  if (preview.isPending) return <Skeleton height={520} />;
  if (!preview.data) return <Failure error={preview.error} onRetry={preview.refetch} />;
  return (
    <MessagePhones
      previews={preview.data.previews}
      content={{ ...settled.content, buttons: [], imageId: null }}
      unknownVariables={preview.data.unknownVariables}
      templateLacks={null}
      isWindowed={preview.data.hasWindow}
      note={(shown) => <PreviewNote preview={shown} />}
      foot={({ contactId }) => <OfferTest settings={triedOf(settings)} contactId={contactId} />}
    />
  );
}

const triedOf = ({ content, channelIds }: Tried): Tried => ({ content, channelIds });

/** Why a contact would get no offer, or that the slot is invented. */
function PreviewNote({ preview: { skipRule } }: { preview: ContactPreview }) {
  const t = useTexts();
  if (skipRule) {
    return (
      <>
        <Text size="sm" c="attention" ta="center">
          {t('flows:editor.would_not', { why: t(`rules:${skipRule}.why`) })}
        </Text>
        <RuleWay rule={skipRule} />
      </>
    );
  }
  return (
    <Text size="sm" c="dimmed" ta="center">
      {t('waitlist:settings.example')}
    </Text>
  );
}

function OfferTest({ settings, contactId }: { settings: Tried; contactId: ContactPreview['contactId'] }) {
  const t = useTexts();
  const own = useTestPhones();
  const send = useSendOfferTest();
  const test = (testPhones: string) =>
    send.mutate(
      { settings, contactId, testPhones },
      {
        onSuccess: ({ messageIds }) =>
          toast.success({ title: t('flows:editor.test_sent', { count: messageIds.length }) }),
        onError: (error) => toast.error({ title: problemText(error, t) }),
      },
    );
  return <TestSend usualPhones={(own.data ?? []).join(', ')} isBusy={send.isPending} onSend={test} />;
}
