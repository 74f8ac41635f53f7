import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the newest message in sight; put the ref on an element after the last one.
 *
 * @param newest changes whenever the last message does; empty in an empty chat
 */
export function useScrollToEnd(newest: string): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chat = end.current?.parentElement;
    if (chat && newest !== '') chat.scrollTop = chat.scrollHeight;
  }, [newest]);
  return end;
}
