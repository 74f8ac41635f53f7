import { type Schema, Slice } from '@tiptap/pm/model';
import type { EditorProps } from '@tiptap/pm/view';
import { messageFromHtml } from '#contract/texts/html.ts';
import { toDocument, toMessage } from './message-document.ts';

type Words = {
  /** Names in braces as they are kept: `{Имя клиента}` is `{clientName}`. */
  toStored: (message: string) => string;
  /** Codes as people read them. */
  toReadable: (message: string) => string;
};

/** ProseMirror's own mark on what it copies: variables and looks are understood as they are. */
const OWN = 'data-pm-slice';

/** How text comes in and goes out over the clipboard: from anywhere cleaned, to anywhere readable. */
export function clipboardProps({
  toStored,
  toReadable,
}: Words): Pick<EditorProps, 'handlePaste' | 'clipboardTextSerializer'> {
  return {
    handlePaste(view, event) {
      const html = event.clipboardData?.getData('text/html') ?? '';
      const plain = event.clipboardData?.getData('text/plain') ?? '';
      if (html.includes(OWN)) return false;
      const message = html ? messageFromHtml(html) : plain.replaceAll(/\r\n?/g, '\n');
      if (!message) return Boolean(html);
      event.preventDefault();
      view.dispatch(view.state.tr.replaceSelection(sliceOf(view.state.schema, toStored(message))).scrollIntoView());
      return true;
    },
    clipboardTextSerializer(slice) {
      const lines = slice.content.toJSON() as { type: string }[] | null; // NOTE: nodes of this editor's own schema
      const isInline = lines?.[0]?.type !== 'paragraph';
      const content = isInline ? [{ type: 'paragraph', content: lines ?? [] }] : (lines ?? []);
      return toReadable(toMessage({ type: 'doc', content }));
    },
  };
}

/** A message as something to put in: its first and last line join the lines around. */
export function sliceOf(schema: Schema, message: string): Slice {
  return new Slice(schema.nodeFromJSON(toDocument(message)).content, 1, 1);
}
