let isPressed = false;
addEventListener('mousedown', () => (isPressed = true), { capture: true });
addEventListener('mouseup', () => (isPressed = false), { capture: true });

/**
 * Does something once the press that is under way has become a click.
 *
 * Leaving a field for a button takes the focus at the press; a reason that appeared then would push the button from
 * under the finger, and the click would meet nothing. A tap sends the same events.
 */
export function afterPress(work: () => void): void {
  if (!isPressed) return work();
  addEventListener('mouseup', () => setTimeout(work), { once: true, capture: true });
}
