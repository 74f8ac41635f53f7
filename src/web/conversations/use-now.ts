import { useEffect, useState } from 'react';
import type { Conversation } from '#contract/conversations/calls.ts';
import { productNow } from '#web/lib/format/clock.ts';

const STEP_MS = 15_000;

/** The product's time in ms, moving on while the page is open. */
export function useNow(): number {
  const [now, setNow] = useState(productNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(productNow()), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Whether bots leave a conversation to people now; false again once the time is over. */
export function useAreBotsSilent({ botsSilentUntil }: Pick<Conversation, 'botsSilentUntil'>): boolean {
  const now = useNow();
  return botsSilentUntil !== null && Date.parse(botsSilentUntil) > now;
}
