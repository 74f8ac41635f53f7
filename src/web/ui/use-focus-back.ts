import { useLayoutEffect } from 'react';
import type { RefObject } from 'react';

/**
 * Restores the focus when an overlay is closed.
 *
 * NOTE: Mantine does so too, but only for overlays rendered before they open; ours are mostly loaded on opening.
 *
 * @param target the element that opens it, where it is re-rendered and so cannot be found by the focus
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
