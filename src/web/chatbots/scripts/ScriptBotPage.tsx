import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import type { ChatbotId } from '#contract/chatbots/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { ScriptBotForm } from './ScriptBotForm.tsx';
import { useScriptBot } from './use-scripts.ts';

/** Route: /chatbots/script/{botId} */
export function ScriptBotPage() {
  const botId = usePathId<ChatbotId>('botId');
  return <ScriptEditor key={botId} botId={botId} />;
}

/** The editor of a bot, once it is loaded. */
export function ScriptEditor({ botId }: { botId: ChatbotId }) {
  const t = useTexts();
  const bot = useScriptBot(botId);
  const [round, setRound] = useState(0);
  const settings = bot.data?.settings;
  usePageName(settings?.title);
  return (
    <>
      <PageHead
        backTo="/chatbots"
        title={settings?.title ?? t('chatbots:script.title')}
        state={settings ? t(settings.isEnabled ? 'chatbots:script.state.on' : 'chatbots:script.state.off') : '\u00a0'}
      />
      {bot.isPending && (
        <Loading>
          <Skeleton height={420} />
        </Loading>
      )}
      {bot.isError && !bot.data && <Failure error={bot.error} onRetry={bot.refetch} />}
      {bot.data && <ScriptBotForm key={round} found={bot.data} onRenew={() => setRound(round + 1)} />}
    </>
  );
}
