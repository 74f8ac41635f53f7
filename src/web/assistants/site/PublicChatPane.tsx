import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { PublicChat, PublicChatSettings } from '#contract/assistants/public-chat.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { ChatLinks } from './ChatLinks.tsx';
import { PublicChatForm } from './PublicChatForm.tsx';
import classes from './site.module.css';
import { usePublicChat } from './use-public-chat.ts';

/** The page on which anybody may write to the assistant: its settings, and the ways to it. */
export function PublicChatPane({ assistantId }: { assistantId: AssistantId }) {
  const t = useTexts();
  const chat = usePublicChat(assistantId);
  return (
    <section className={classes.pane} aria-label={t('assistants:tab.site')}>
      {chat.isPending && (
        <Loading>
          <Skeleton height={320} />
        </Loading>
      )}
      {chat.error && !chat.data && <Failure error={chat.error} onRetry={chat.refetch} />}
      {chat.data && <OpenedPane assistantId={assistantId} chat={chat.data} />}
    </section>
  );
}

function OpenedPane({ assistantId, chat }: { assistantId: AssistantId; chat: PublicChat }) {
  const t = useTexts();
  const saved = settingsOf(chat);
  const [typed, setTyped] = useState<PublicChatSettings | null>(null);
  const { isOn, closedReason } = chat;
  return (
    <>
      {isOn && closedReason && (
        <TroubleAlert tone="bad" title={t('assistants:site.closed.title')}>
          {t(`assistants:site.closed.${closedReason}`)}
        </TroubleAlert>
      )}
      <PublicChatForm
        assistantId={assistantId}
        saved={saved}
        typed={typed ?? saved}
        messagesToday={chat.messagesToday}
        onChange={setTyped}
      />
      {isOn && <ChatLinks chat={chat} />}
    </>
  );
}

const settingsOf = ({ isOn, greeting, questions, sites, dailyMessages }: PublicChat): PublicChatSettings => ({
  isOn,
  greeting,
  questions,
  sites,
  dailyMessages,
});
