import { type RefObject, useEffect, useRef } from 'react';

/** Keeps the newest message in sight; put the ref on an element after the last one. */
export function useScrollToEnd(count: number): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chat = end.current?.parentElement;
    if (chat && count > 0) chat.scrollTop = chat.scrollHeight;
  }, [count]);
  return end;
}
