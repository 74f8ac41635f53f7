import type { Editor, Range } from '@tiptap/core';
import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { useEffect, useId, useRef, useState } from 'react';
import { styleNonce } from '#web/lib/pages/content-security.ts';
import { type Mark, MARKS } from '#contract/texts/marks.ts';
import { labelOf, toStoredText, toReadable, variableIn, type VariableNames } from './variable-names.ts';
import { toDocument, toMessage } from './message-document.ts';
import { clipboardProps } from './pasting.ts';
import { act, type TextAction } from './text-actions.ts';
import { textExtensions } from './text-extensions.ts';
import { TextToolbar } from './TextToolbar.tsx';
import classes from '#web/texts/text.module.css';
import { useCompletion } from './use-completion.ts';
import { VariableOffer } from './VariableOffer.tsx';

/** Interaction with the static text before this editor was loaded. */
/** The line that is written stays clear of the header and of what is kept at the foot of the page. */
const CLEAR_OF_FOOT = { top: 80, right: 0, bottom: 160, left: 0 };

export type Wake = {
  /** Pressed position; null: the cursor goes to the end. */
  at: { left: number; top: number } | null;
  typed: string;
  action: TextAction | null;
  /** The focus moved to another field while this was loading, and stays there. */
  isLeft: boolean;
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
  wake,
}: TextEditorProps & { wake: Wake }) {
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
    onCreate: ({ editor: created }) => begin(created, wake),
    onUpdate: ({ editor: changed }) => {
      written.current = toMessage(changed.getJSON());
      onChange(written.current);
    },
    onBlur: () => setOffer(null),
  });

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

/** Goes on from where the drawn text was left. */
function begin(editor: Editor, { at, typed, action, isLeft }: Wake): void {
  const position = at && editor.view.posAtCoords(at)?.pos;
  if (isLeft) editor.commands.setTextSelection(position ?? editor.state.doc.content.size);
  else editor.commands.focus(position ?? 'end');
  if (typed) editor.commands.insertContent({ type: 'text', text: typed });
  if (action) act(editor, action);
}
