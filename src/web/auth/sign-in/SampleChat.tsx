import { brand } from '#web/lib/pages/brand.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { PhonePreview } from '#web/ui/preview/PhonePreview.tsx';

/** A sample conversation: a message of the business or a contact's question, the answer, and the reply. */
export function SampleChat() {
  const t = useTexts();
  const isQuestion = brand.variant === 'onboarding';
  const buttons = [
    { key: 'yes', title: t('auth:sample.yes'), kind: 'answer' as const },
    { key: 'move', title: t('auth:sample.move'), kind: 'answer' as const },
  ];
  const question = {
    key: 'question',
    side: 'client' as const,
    text: [{ text: t('auth:sample.question') }],
    time: '10:00',
    tick: 'read' as const,
  };
  return (
    <PhonePreview
      skin="whatsapp"
      sender={{ name: t('auth:sample.sender'), isVerified: true }}
      messages={[
        ...(isQuestion ? [question] : []),
        {
          key: 'ask',
          side: 'business',
          text: [{ text: t('auth:sample.ask') }],
          time: '10:00',
          ...(!isQuestion && { buttons }),
        },
        { key: 'yes', side: 'client', text: [{ text: t('auth:sample.yes') }], time: '10:02', tick: 'read' },
        { key: 'done', side: 'business', text: [{ text: t('auth:sample.done') }], time: '10:02' },
      ]}
    />
  );
}
