let isPressed = false;
addEventListener('mousedown', () => (isPressed = true), { capture: true });
addEventListener('mouseup', () => (isPressed = false), { capture: true });

/**
 * Runs a function once the current press has become a click.
 *
 * Leaving a field for a button moves the focus on pointer down; an error that appeared then would push the button away,
 * and the click would miss it. A tap sends the same events.
 */
export function afterPress(work: () => void): void {
  if (!isPressed) return work();
  addEventListener('mouseup', () => setTimeout(work), { once: true, capture: true });
}
