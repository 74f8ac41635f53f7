import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import classes from './Hint.module.css';

const GAP_PX = 6;
const EDGE_PX = 8;
const PATIENCE_MS = 300;
/** From the specification, section 9: on a phone a tooltip hides by itself. */
const SHOWN_ON_TOUCH_MS = 2_500;

type Props = {
  /** Nothing is shown without it. */
  label: ReactNode;
  children: ReactNode;
  side?: 'top' | 'right';
  /** The child takes the whole line. */
  isBlock?: boolean;
};

/** Says a few words about its child on hover, focus and touch. */
export function Hint({ label, children, side = 'top', isBlock = false }: Props) {
  const id = useId();
  const anchorRef = useRef<HTMLSpanElement>(null);
  const [isShown, setShown] = useState(false);
  const timer = useRef<number>(undefined);

  function show(afterMs: number): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(true), afterMs);
  }
  function hide(): void {
    clearTimeout(timer.current);
    setShown(false);
  }
  function tap(): void {
    setShown(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(hide, SHOWN_ON_TOUCH_MS);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  if (!label) return children;

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only listens to what happens to its child
    <span
      ref={anchorRef}
      className={isBlock ? classes.block : classes.anchor}
      aria-describedby={isShown ? id : undefined}
      onPointerEnter={({ pointerType }) => (pointerType === 'touch' ? tap() : show(PATIENCE_MS))}
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && hide()}
      onFocus={({ target }) => target.matches(':focus-visible') && show(0)}
      onBlur={hide}
      onKeyDown={({ key }) => key === 'Escape' && hide()}
    >
      {children}
      {isShown && (
        <Bubble id={id} anchorRef={anchorRef} side={side}>
          {label}
        </Bubble>
      )}
    </span>
  );
}

type BubbleProps = { id: string; anchorRef: RefObject<HTMLElement | null>; side: 'top' | 'right'; children: ReactNode };

/** Stands in the browser's top layer, so that nothing clips it. */
function Bubble({ id, anchorRef, side, children }: BubbleProps) {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const [bubble, anchor] = [ref.current, anchorRef.current];
    if (!bubble || !anchor) return;
    bubble.showPopover();
    const { left, top } = placeOf(anchor.getBoundingClientRect(), bubble.getBoundingClientRect(), side);
    bubble.style.left = `${left}px`;
    bubble.style.top = `${top}px`;
  }, [anchorRef, side]);
  return (
    <span ref={ref} id={id} role="tooltip" popover="manual" className={classes.bubble}>
      {children}
    </span>
  );
}

/** Beside or above the anchor, below it where there is no room above, and never over the screen's edge. */
function placeOf(anchor: DOMRect, bubble: DOMRect, side: 'top' | 'right'): { left: number; top: number } {
  if (side === 'right') {
    return { left: anchor.right + GAP_PX, top: anchor.top + (anchor.height - bubble.height) / 2 };
  }
  const wanted = anchor.left + (anchor.width - bubble.width) / 2;
  const left = Math.max(EDGE_PX, Math.min(wanted, innerWidth - bubble.width - EDGE_PX));
  const above = anchor.top - bubble.height - GAP_PX;
  return { left, top: above >= EDGE_PX ? above : anchor.bottom + GAP_PX };
}
