/**
 * Holds what is typed while the field it is meant for is not there yet: letters go neither to the page nor to the field
 * that had the focus. Escape and a press elsewhere end it.
 *
 * @returns `take` ends it and returns what was typed
 */
export function holdTyping(): { take: () => string } {
  let typed = '';
  const hold = (event: KeyboardEvent) => {
    if (event.key === 'Escape') end();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Backspace') typed = [...typed].slice(0, -1).join('');
    else if ([...event.key].length === 1) typed += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('keydown', hold, { capture: true });
  addEventListener('pointerdown', end, { capture: true });
  const timer = setTimeout(end, MOST_MS);
  function end(): void {
    clearTimeout(timer);
    removeEventListener('keydown', hold, { capture: true });
    removeEventListener('pointerdown', end, { capture: true });
  }
  return {
    take() {
      end();
      return typed;
    },
  };
}

/** A field that has not come by then does not come. */
const MOST_MS = 20_000;
