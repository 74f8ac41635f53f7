import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { BookingBotSettings, tryBookingBot } from '#contract/chatbots/calls.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Language } from '#contract/primitives.ts';
import { WriteLine } from '#web/chatbots/WriteLine.tsx';
import { type TriedMessage, useTrial } from '#web/chatbots/use-chatbots.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useSession } from '#web/lib/api/session.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import type { PhoneMessage } from '#web/ui/preview/PhoneBubble.tsx';
import { PhonePreview } from '#web/ui/preview/PhonePreview.tsx';

type Trial = ReplyOf<typeof tryBookingBot>;
type Props = { settings: BookingBotSettings; language: Language | undefined };

/** Messages of one trial. */
const MOST_MESSAGES = 20;
const ANSWERS = ['confirm', 'cancel'] as const;

/** A phone on which the owner tries the bot: its buttons answer, and words can be written. */
export function TrialPhone({ settings, language }: Props) {
  const t = useTexts();
  const session = useSession();
  const [messages, setMessages] = useState<readonly TriedMessage[]>(['confirm']);
  const trial = useTrial(settings, messages, language);
  if (trial.isPending) return <Skeleton height={520} />;
  if (!trial.data) return <Failure error={trial.error} onRetry={trial.refetch} />;
  const send = (message: TriedMessage) => setMessages([...messages, message].slice(-MOST_MESSAGES));
  const shown = phoneMessages(trial.data, messages);
  const effect = trial.data.replies.at(-1)?.effect;
  return (
    <Stack gap="sm">
      <PhonePreview
        skin="whatsapp"
        sender={{ name: session.isAuthenticated ? session.user.tenantName : '' }}
        messages={shown}
        onButton={(_message, key) => send(key === 'confirm' ? 'confirm' : 'cancel')}
      >
        <WriteLine onSend={(text) => send({ text })} />
      </PhonePreview>
      <Text size="sm" c="dimmed" ta="center" role="status">
        {effect ? t(`chatbots:try.effect.${effect}`) : t('chatbots:try.lead')}
      </Text>
      {trial.data.unknownVariables.length > 0 && (
        <Text size="sm" c="bad" ta="center">
          {t('flows:editor.unknown_variables', {
            names: trial.data.unknownVariables.map((name) => `{${name}}`).join(', '),
          })}
        </Text>
      )}
      <Group justify="center">
        <Button variant="default" size="compact-sm" onClick={() => setMessages([])}>
          {t('chatbots:try.again')}
        </Button>
      </Group>
    </Stack>
  );
}

const TIME = '10:00';

/** The dialogue as the client sees it; a message whose reply is not there yet stands alone. */
function phoneMessages({ reminder, replies }: Trial, messages: readonly TriedMessage[]): PhoneMessage[] {
  const buttons = reminder.buttons.map((title, n) => ({ key: ANSWERS[n] ?? 'cancel', title, kind: 'answer' as const }));
  const words = (message: TriedMessage) =>
    typeof message === 'object' ? message.text : (reminder.buttons[ANSWERS.indexOf(message)] ?? '');
  const dialogue = messages.flatMap((message, n): PhoneMessage[] => {
    const text = replies[n]?.text ?? null;
    const own = { key: `c${n}`, side: 'client' as const, text: [{ text: words(message) }], time: TIME };
    const reply = { key: `b${n}`, side: 'business' as const, text: [{ text: text ?? '' }], time: TIME };
    return text === null ? [{ ...own, tick: 'read' }] : [{ ...own, tick: 'read' }, reply];
  });
  return [{ key: 'reminder', side: 'business', text: [{ text: reminder.text }], time: TIME, buttons }, ...dialogue];
}
