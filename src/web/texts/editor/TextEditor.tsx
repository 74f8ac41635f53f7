import type { Editor, Range } from '@tiptap/core';
import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { styleNonce } from '#web/lib/pages/content-security.ts';
import { type Mark, MARKS } from '#contract/texts/marks.ts';
import { labelOf, toStoredText, toReadable, variableIn, type VariableNames } from './variable-names.ts';
import { toDocument, toMessage } from './message-document.ts';
import { afterComposing } from './drawn-field.ts';
import { clipboardProps } from './pasting.ts';
import { readDrawn } from './read-drawn.ts';
import { act, type TextAction } from './text-actions.ts';
import { textExtensions } from './text-extensions.ts';
import { TextToolbar } from './TextToolbar.tsx';
import classes from '#web/texts/text.module.css';
import { useCompletion } from './use-completion.ts';
import { VariableOffer } from './VariableOffer.tsx';

/** The line that is written stays clear of the header and of what is kept at the foot of the page. */
const CLEAR_OF_FOOT = { top: 80, right: 0, bottom: 160, left: 0 };

/** The drawn text that this editor replaces. */
export type Drawn = {
  box: RefObject<HTMLElement | null>;
  /** Actions of its toolbar, in order. */
  actions: RefObject<TextAction[]>;
  /** Removes it, and shows the editor. */
  onReplaced: () => void;
};

export type TextEditorProps = {
  value: string;
  onChange: (message: string) => void;
  offered: readonly string[];
  names: VariableNames;
  /** Whether a name that is none of ours is one of the program's that posts what the flow is about. */
  isOwn: (name: string) => boolean;
  /** Ids of what names and describes the field. */
  labelledBy: string;
  describedBy: string | undefined;
  isWrong: boolean;
};

/** The text of a message being written: words in three looks, and variables as chips. */
export function TextEditor({
  value,
  onChange,
  offered,
  names,
  isOwn,
  labelledBy,
  describedBy,
  isWrong,
  drawn,
}: TextEditorProps & { drawn: Drawn }) {
  const listId = useId();
  const written = useRef(value);
  const own = useRef(isOwn);
  useEffect(() => {
    own.current = isOwn;
  });
  const { offer, setOffer, extension } = useCompletion(offered, names);
  const [extensions] = useState(() => [...textExtensions(wordsOf(names, (name) => own.current(name))), extension]);
  const editor = useEditor({
    extensions,
    content: toDocument(value),
    injectNonce: styleNonce,
    editorProps: {
      scrollMargin: CLEAR_OF_FOOT,
      scrollThreshold: CLEAR_OF_FOOT,
      ...clipboardProps({
        toStored: (text) => toStoredText(text, names),
        toReadable: (text) => toReadable(text, names),
      }),
      attributes: {
        class: classes.text ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...(isWrong && { 'aria-invalid': 'true' }),
        ...(offer && { 'aria-controls': listId, 'aria-activedescendant': `${listId}.${offer.active}` }),
      },
      handleClickOn: (...[, , node, from, event]) => {
        const isVariable = node.type.name === 'variable';
        const isUnknown = isVariable && !variableIn(String(node.attrs.name)) && !isOwn(String(node.attrs.name));
        if (isUnknown && event.target instanceof Element)
          offerInstead(event.target, { from, to: from + node.nodeSize });
        return isUnknown;
      },
    },
    onUpdate: ({ editor: changed }) => {
      written.current = toMessage(changed.getJSON());
      onChange(written.current);
    },
    onBlur: () => setOffer(null),
  });

  const begin = useEffectEvent((created: Editor) =>
    takeOver(created, drawn, (message) => toStoredText(message, names)),
  );
  useEffect(() => {
    if (!editor) return undefined;
    // NOTE: the editor stands in the page by now; a timer, because React changes nothing at once from within an effect.
    const timer = setTimeout(() => begin(editor));
    return () => clearTimeout(timer);
  }, [editor]);

  /** A name that is none of ours can be given for one that is. */
  function offerInstead(chip: Element, range: Range): void {
    const choose = (name: string) => {
      setOffer(null);
      const variable = { type: 'variable', attrs: { name } };
      editor?.chain().focus().insertContentAt(range, variable).run();
    };
    setOffer({ variables: offered, active: 0, at: chip.getBoundingClientRect(), choose });
  }

  useEffect(() => {
    if (!editor || value === written.current) return;
    written.current = value;
    editor.commands.setContent(toDocument(value), { emitUpdate: false });
  }, [editor, value]);
  const state = useEditorState({ editor, selector: ({ editor: now }) => stateOf(now) });

  return (
    <>
      <TextToolbar state={state} offered={offered} names={names} onAct={(action) => editor && act(editor, action)} />
      <EditorContent editor={editor} />
      {offer && <VariableOffer offer={offer} names={names} id={listId} />}
    </>
  );
}

function wordsOf(names: VariableNames, isOwn: TextEditorProps['isOwn']): Parameters<typeof textExtensions>[0] {
  return {
    chipOf: (name) => ({
      label: labelOf(name, names),
      isKnown: variableIn(name) !== undefined || isOwn(name),
    }),
    codeOf: (typed) => toStoredText(`{${typed}}`, names).slice(1, -1).trim(),
  };
}

function stateOf(editor: Editor | null) {
  const marks = MARKS.filter((mark: Mark) => editor?.isActive(mark));
  return { marks, canUndo: editor?.can().undo() ?? false, canRedo: editor?.can().redo() ?? false };
}

/** Goes on from the words and the selection of the drawn text. Letters that are being composed are waited for. */
function takeOver(editor: Editor, { box, actions, onReplaced }: Drawn, toStored: (message: string) => string): void {
  const field = box.current;
  if (!field) return;
  afterComposing(field, () => {
    if (editor.isDestroyed || box.current !== field) return;
    const { message, selection, isFocused } = readDrawn(editor.schema, field);
    onReplaced();
    if (message !== toMessage(editor.getJSON())) editor.commands.setContent(toDocument(toStored(message)));
    const most = editor.state.doc.content.size;
    if (selection) editor.commands.setTextSelection(limited(selection, most));
    else editor.commands.setTextSelection(most);
    // NOTE: the editor's own command waits for the next frame, and a key pressed until then would be lost.
    if (isFocused) focusNow(editor);
    for (const action of actions.current.splice(0)) act(editor, action);
  });
}

/** How long after its focus ProseMirror may put the cursor back to where it was. */
const SETTLING_MS = 60;

/** Gives the editor the focus; letters of the first moments are put in where the cursor is, none after it. */
function focusNow({ view }: Editor): void {
  const put = (event: InputEvent) => {
    if (event.inputType !== 'insertText' || !event.data || event.isComposing) return;
    event.preventDefault();
    view.dispatch(view.state.tr.insertText(event.data).scrollIntoView());
  };
  view.dom.addEventListener('beforeinput', put, { capture: true });
  setTimeout(() => view.dom.removeEventListener('beforeinput', put, { capture: true }), SETTLING_MS);
  view.focus();
}

const limited = ({ from, to }: { from: number; to: number }, most: number) => ({
  from: Math.min(from, most),
  to: Math.min(to, most),
});
