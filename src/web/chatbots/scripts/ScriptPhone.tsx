import { Button, Group, Skeleton, Stack, Switch, Text } from '@mantine/core';
import type { tryScriptBot } from '#contract/chatbots/scripts.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { WriteLine } from '#web/chatbots/WriteLine.tsx';
import { useSession } from '#web/lib/api/session.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import type { PhoneMessage } from '#web/ui/preview/PhoneBubble.tsx';
import { PhonePreview } from '#web/ui/preview/PhonePreview.tsx';
import type { ScriptMessage, useScriptTrial } from './use-scripts.ts';

type Trial = ReplyOf<typeof tryScriptBot>;
type Props = {
  trial: ReturnType<typeof useScriptTrial>;
  messages: readonly ScriptMessage[];
  onMessages: (messages: readonly ScriptMessage[]) => void;
  /** Null: no trigger asks for the time. */
  isOutsideHours: boolean | null;
  onOutsideHours: (isOutside: boolean) => void;
};

/** Messages of one trial. */
const MOST_MESSAGES = 20;

/** A phone on which the owner tries the bot: its buttons answer, and words can be written. */
export function ScriptPhone({ trial, messages, onMessages, isOutsideHours, onOutsideHours }: Props) {
  const t = useTexts();
  const session = useSession();
  const waitWords = useWaitWords();
  if (trial.isPending) return <Skeleton height={520} />;
  if (!trial.data) return <Failure error={trial.error} onRetry={trial.refetch} />;
  const send = (message: ScriptMessage) => onMessages([...messages, message].slice(0, MOST_MESSAGES));
  const effect = trial.data.replies.at(-1)?.effect;
  return (
    <Stack gap="sm">
      <PhonePreview
        skin="whatsapp"
        sender={{ name: session.isAuthenticated ? session.user.tenantName : '' }}
        messages={phoneMessages(trial.data, messages, waitWords)}
        onButton={(_message, key) => send({ button: key })}
      >
        <WriteLine onSend={(text) => send({ text })} />
      </PhonePreview>
      <Text size="sm" c="dimmed" ta="center" role="status">
        {effect ? t(`chatbots:script.effect.${effect}`) : t('chatbots:script.try_lead')}
      </Text>
      {isOutsideHours !== null && (
        <Switch
          label={t('chatbots:script.try_outside')}
          checked={isOutsideHours}
          onChange={({ currentTarget }) => onOutsideHours(currentTarget.checked)}
        />
      )}
      <Group justify="center">
        <Button variant="default" size="compact-sm" onClick={() => onMessages([])}>
          {t('chatbots:try.again')}
        </Button>
      </Group>
    </Stack>
  );
}

function useWaitWords(): (seconds: number) => string {
  const t = useTexts();
  return (seconds) =>
    seconds % 60 === 0
      ? t('chatbots:script.after_minutes', { count: seconds / 60 })
      : t('chatbots:script.after_seconds', { count: seconds });
}

const TIME = '10:00';

/** The dialogue as the client sees it; a message whose reply is not there yet stands alone. */
function phoneMessages(
  { replies }: Trial,
  messages: readonly ScriptMessage[],
  waitWords: (seconds: number) => string,
): PhoneMessage[] {
  const titles = new Map(
    replies.flatMap((reply) => reply.messages.flatMap(({ buttons }) => buttons.map(({ id, title }) => [id, title]))),
  );
  const words = (message: ScriptMessage) => ('text' in message ? message.text : (titles.get(message.button) ?? ''));
  return messages.flatMap((message, n): PhoneMessage[] => [
    { key: `c${n}`, side: 'client', text: [{ text: words(message) }], time: TIME, tick: 'read' },
    ...(replies[n]?.messages ?? []).map(({ text, buttons, waitSeconds }, place): PhoneMessage => ({
      key: `b${n}.${place}`,
      side: 'business',
      text: [{ text }],
      time: TIME,
      buttons: buttons.map(({ id, title }) => ({ key: id, title, kind: 'answer' })),
      ...(waitSeconds > 0 && { footer: waitWords(waitSeconds) }),
    })),
  ]);
}
