import { useLayoutEffect } from 'react';
import type { RefObject } from 'react';

/**
 * Puts the focus back where it was when something that covered the page is gone.
 *
 * NOTE: Mantine does so too, but only for what was on the page before it opened; ours is mostly loaded as it opens.
 *
 * @param target what opens it, where that is drawn anew and so cannot be told by the focus
 */
export function useFocusBack(isOpen: boolean, target?: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const opener = target?.current ?? document.activeElement;
    return () => {
      const atClose = document.activeElement;
      setTimeout(() => {
        const now = document.activeElement;
        const isLost = now === null || now === document.body || now === atClose;
        const canTake = opener instanceof HTMLElement || opener instanceof SVGElement; // NOTE: a chart is one
        if (isLost && canTake) opener.focus({ preventScroll: true });
      });
    };
  }, [isOpen, target]);
}
