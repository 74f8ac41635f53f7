import type { Editor } from '@tiptap/core';
import type { Mark } from '#contract/texts/marks.ts';

/** Actions of the toolbar. */
export type TextAction =
  | { kind: 'mark'; mark: Mark }
  | { kind: 'variable'; name: string }
  | { kind: 'emoji'; emoji: string }
  | { kind: 'undo' }
  | { kind: 'redo' };

/** Formatting at the cursor. */
export type TextState = { marks: readonly Mark[]; canUndo: boolean; canRedo: boolean };

export function act(editor: Editor, action: TextAction): void {
  const chain = editor.chain().focus();
  if (action.kind === 'mark') chain.toggleMark(action.mark).run();
  if (action.kind === 'variable') chain.insertContent({ type: 'variable', attrs: { name: action.name } }).run();
  if (action.kind === 'emoji') chain.insertContent({ type: 'text', text: action.emoji }).run();
  if (action.kind === 'undo') chain.undo().run();
  if (action.kind === 'redo') chain.redo().run();
}
