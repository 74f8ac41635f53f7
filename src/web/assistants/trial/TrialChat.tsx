import { Button, Text, Title } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AssistantId } from '#contract/assistants/calls.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { BalanceLine } from './BalanceLine.tsx';
import classes from './trial.module.css';
import { TrialBubble, Typing } from './TrialBubble.tsx';
import { TrialField } from './TrialField.tsx';
import { useClearTrial, useSendTrial, useTrial } from './use-trial.ts';

type Props = {
  assistantId: AssistantId;
  /** The settings have changes that are not saved: the chat does not know them. */
  isDirty: boolean;
};

/** The member's chat with the draft; nothing is booked or sent by it. */
export function TrialChat({ assistantId, isDirty }: Props) {
  const t = useTexts();
  const trial = useTrial(assistantId);
  const send = useSendTrial(assistantId);
  const clear = useClearTrial(assistantId);
  const messages = trial.data?.messages ?? [];
  const isEmpty = messages.length === 0 && send.variables === undefined;
  const restart = () => clear.mutate(undefined, { onSuccess: () => send.reset() });
  return (
    <section className={classes.chat} aria-label={t('assistants:trial.title')}>
      <header className={classes.head}>
        <div>
          <Title order={2} fz="h4">
            {t('assistants:trial.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('assistants:trial.safe')}
          </Text>
        </div>
        {!isEmpty && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconEraser size={16} />}
            loading={clear.isPending}
            disabled={send.isPending}
            onClick={restart}
          >
            {t('assistants:trial.clear')}
          </Button>
        )}
      </header>
      <Messages trial={trial} send={send} />
      {isDirty && (
        <Text size="sm" c="attention" className={classes.note} role="status">
          {t('assistants:trial.unsaved')}
        </Text>
      )}
      <TrialField isBusy={send.isPending} onSend={(text) => send.mutate(text)} />
      <BalanceLine />
    </section>
  );
}

type MessagesProps = { trial: ReturnType<typeof useTrial>; send: ReturnType<typeof useSendTrial> };

/** The messages; at their end, the one that waits for an answer or got none. */
function Messages({ trial, send }: MessagesProps) {
  const t = useTexts();
  const [chosen, setChosen] = useState<string | null>(null);
  const messages = trial.data?.messages ?? [];
  if (trial.isPending) {
    return (
      <div className={classes.log}>
        <Loading>
          <RowsSkeleton rows={3} />
        </Loading>
      </div>
    );
  }
  const isAnswered = send.isSuccess || send.isIdle;
  const isEmpty = messages.length === 0 && isAnswered;
  return (
    <ChatLog label={t('assistants:trial.log')}>
      {!trial.data && isAnswered && <Failure error={trial.error} onRetry={trial.refetch} />}
      {trial.data && isEmpty && (
        <div className={classes.empty}>
          <Text c="dimmed">{t('assistants:trial.empty')}</Text>
          {(['price', 'times', 'person'] as const).map((one) => (
            <Button
              key={one}
              variant="light"
              size="compact-md"
              onClick={() => send.mutate(t(`assistants:trial.ask.${one}`))}
            >
              {t(`assistants:trial.ask.${one}`)}
            </Button>
          ))}
        </div>
      )}
      {messages.map((message) => (
        <TrialBubble
          key={message.id}
          message={message}
          isOpen={chosen === message.id}
          onToggle={() => setChosen(chosen === message.id ? null : message.id)}
        />
      ))}
      {!isAnswered && send.variables !== undefined && (
        <>
          <div className={classes.line} data-side="member">
            <div className={classes.bubble}>{send.variables}</div>
          </div>
          {send.isPending && <Typing />}
          {send.isError && (
            <div className={classes.failure} role="alert">
              <span>{problemText(send.error, t)}</span>
              <Button variant="subtle" color="bad" size="compact-sm" onClick={() => send.mutate(send.variables)}>
                {t('assistants:trial.retry')}
              </Button>
            </div>
          )}
        </>
      )}
    </ChatLog>
  );
}

/** A list of messages whose end stays in sight as more of them come. */
function ChatLog({ label, children }: { label: string; children: ReactNode }) {
  const log = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = log.current;
    if (!list) return;
    const follow = () => void (list.scrollTop = list.scrollHeight);
    follow();
    const added = new MutationObserver(follow);
    added.observe(list, { childList: true });
    return () => added.disconnect();
  }, []);
  return (
    <div className={classes.log} ref={log} role="log" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
