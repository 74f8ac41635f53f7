import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Nearer to the end than this counts as at the end. */
const AT_END_PX = 48;
const TOP_GAP_PX = 24;

type Anchor = { key: string; top: number };

export type ThreadScroll = {
  box: RefObject<HTMLDivElement | null>;
  /** Whether the newest message is on the screen. */
  isAtEnd: boolean;
  onScroll: () => void;
  toEnd: () => void;
};

/**
 * Holds a thread's place. The box is laid out from its end (`column-reverse`), so that older messages come in above
 * without a jump; while a person reads further up, what comes in below does not move what they read.
 *
 * @param firstKey the line to begin at; null: the end
 * @param lastSentKey the member's own newest message on its way: it is scrolled to
 */
export function useAnchor(firstKey: string | null, lastSentKey: string | undefined): ThreadScroll {
  const box = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const anchor = useRef<Anchor | null>(null);
  const isStarted = useRef(false);
  const sentKey = useRef(lastSentKey);

  function note(): void {
    const { current } = box;
    if (!current) return;
    const isNearEnd = Math.abs(current.scrollTop) < AT_END_PX;
    anchor.current = isNearEnd ? null : lowestLine(current);
    setAtEnd(isNearEnd);
  }
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    if (!isStarted.current) {
      isStarted.current = true;
      if (firstKey !== null) beginAt(current, firstKey);
    } else if (lastSentKey !== undefined && lastSentKey !== sentKey.current) {
      current.scrollTop = 0;
    } else if (anchor.current) {
      keepPlace(current, anchor.current);
    }
    sentKey.current = lastSentKey;
    note();
  });
  return {
    box,
    isAtEnd,
    onScroll: note,
    toEnd: () => {
      anchor.current = null;
      box.current?.scrollTo({ top: 0 });
    },
  };
}

/** Scrolls up to a line that is above what is on the screen. */
function beginAt(box: HTMLElement, key: string): void {
  const line = lineOf(box, key);
  const above = line ? line.getBoundingClientRect().top - box.getBoundingClientRect().top : 0;
  if (above < 0) box.scrollTop += above - TOP_GAP_PX;
}

function keepPlace(box: HTMLElement, { key, top }: Anchor): void {
  const line = lineOf(box, key);
  if (line) box.scrollTop += line.getBoundingClientRect().top - top;
}

function lineOf(box: HTMLElement, key: string): HTMLElement | null {
  return box.querySelector<HTMLElement>(`[data-line="${CSS.escape(key)}"]`);
}

/** The last line that is on the screen. */
function lowestLine(box: HTMLElement): Anchor | null {
  const { bottom } = box.getBoundingClientRect();
  const lines = [...box.querySelectorAll<HTMLElement>('[data-line]')];
  const line = lines.findLast((one) => one.getBoundingClientRect().top < bottom);
  return line?.dataset['line'] ? { key: line.dataset['line'], top: line.getBoundingClientRect().top } : null;
}
