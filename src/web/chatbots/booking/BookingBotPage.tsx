import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import type { BookingBotSettings, ChatbotId, getBookingBot } from '#contract/chatbots/calls.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import { MAIN_BOT, useBookingBot } from '#web/chatbots/use-chatbots.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { NewBotForm, SavedBotForm } from './BookingBotForm.tsx';

/** Route: /chatbots/booking */
export function MainBookingBotPage() {
  return <BotEditor chatbotId={MAIN_BOT} />;
}

/** Route: /chatbots/booking/{chatbotId} */
export function BookingBotPage() {
  const chatbotId = usePathId<ChatbotId>('chatbotId');
  return <BotEditor key={chatbotId} chatbotId={chatbotId} />;
}

/** Route: /chatbots/booking/new */
export function NewBookingBotPage() {
  const t = useTexts();
  const main = useBookingBot(MAIN_BOT);
  return (
    <>
      <PageHead backTo="/chatbots" title={t('chatbots:booking.new')} state={t('chatbots:booking.new_lead')} />
      <Loaded bot={main}>
        {({ settings, usual }) => <NewBotForm initial={{ ...settings, isEnabled: true }} usual={usual} />}
      </Loaded>
    </>
  );
}

function BotEditor({ chatbotId }: { chatbotId: ChatbotId }) {
  const t = useTexts();
  const bot = useBookingBot(chatbotId);
  const [round, setRound] = useState(0);
  const title = bot.data && (bot.data.settings.title || t('chatbots:booking.main'));
  usePageName(title);
  return (
    <>
      <PageHead
        backTo="/chatbots"
        title={title ?? t('chatbots:booking.main')}
        state={bot.data ? <StateInWords settings={bot.data.settings} /> : '\u00a0'}
      />
      <Loaded bot={bot}>
        {(found) => <SavedBotForm key={round} found={found} onRenew={() => setRound(round + 1)} />}
      </Loaded>
    </>
  );
}

function StateInWords({ settings: { isEnabled, removeOnCancel } }: { settings: BookingBotSettings }) {
  const t = useTexts();
  if (!isEnabled) return t('chatbots:booking.state.off');
  return t(removeOnCancel ? 'chatbots:booking.state.removes' : 'chatbots:booking.state.keeps');
}

type LoadedProps = {
  bot: ReturnType<typeof useBookingBot>;
  children: (found: ReplyOf<typeof getBookingBot>) => React.ReactNode;
};

function Loaded({ bot, children }: LoadedProps) {
  if (bot.isPending) {
    return (
      <Loading>
        <Skeleton height={420} />
      </Loading>
    );
  }
  if (!bot.data) return <Failure error={bot.error} onRetry={bot.refetch} />;
  return children(bot.data);
}
