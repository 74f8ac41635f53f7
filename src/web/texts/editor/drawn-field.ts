import type { ClipboardEvent } from 'react';

/** Puts the cursor at the end of a field that is reached by a key. */
export function endAt(field: HTMLElement): void {
  const selection = getSelection();
  selection?.selectAllChildren(field.lastElementChild ?? field);
  selection?.collapseToEnd();
}

/** Nothing can be written inside a variable: a press on it puts the cursor behind it. */
export function leaveVariable(): void {
  const selection = getSelection();
  const node = selection?.anchorNode;
  const variable = (node instanceof Element ? node : node?.parentElement)?.closest('[data-variable]');
  if (!selection?.isCollapsed || !variable) return;
  const behind = document.createRange();
  behind.setStartAfter(variable);
  selection.removeAllRanges();
  selection.addRange(behind);
}

/** Pastes words without their looks; the browser writes them where the cursor is. */
export function insertPlainText(event: ClipboardEvent<HTMLElement>): void {
  event.preventDefault();
  document.execCommand('insertText', false, event.clipboardData.getData('text/plain'));
}

/** Calls a function once the letters that an input method composes are there; until then the field is marked. */
export function afterComposing(field: HTMLElement, next: () => void): void {
  if (field.dataset['composing'] === undefined) next();
  else field.addEventListener('compositionend', () => setTimeout(next), { once: true });
}
