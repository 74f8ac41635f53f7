import {
  type Extensions,
  InputRule,
  type Mark,
  markInputRule,
  mergeAttributes,
  Node,
  type NodeViewRendererProps,
} from '@tiptap/core';
import { Bold } from '@tiptap/extension-bold';
import { Document } from '@tiptap/extension-document';
import { Italic } from '@tiptap/extension-italic';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Strike } from '@tiptap/extension-strike';
import { Text } from '@tiptap/extension-text';
import { UndoRedo } from '@tiptap/extensions/undo-redo';
import { closeHistory } from '@tiptap/pm/history';

/** Label and state of a variable's chip. */
export type ChipText = { label: string; isKnown: boolean };

type Options = {
  chipOf: (name: string) => ChipText;
  /** A name as it was typed, by its code where it is one of ours. */
  codeOf: (typed: string) => string;
};

/** Schema of a message: lines, three text formats, variables. Everything else is removed from pasted content. */
export function textExtensions(options: Options): Extensions {
  return [
    Document,
    Paragraph,
    Text,
    UndoRedo,
    Bold.extend(typedBy('*')),
    Italic.extend(typedBy('_')),
    Strike.extend(typedBy('~')),
    variableNode(options),
  ];
}

/** Words become marked as they do in WhatsApp: `*so*`; what tiptap would take from Markdown is not understood. */
function typedBy(sign: string): Parameters<typeof Mark.prototype.extend>[0] {
  const pattern = new RegExp(`(?:^|\\s)(\\${sign}(?!\\s)([^${sign}{}\\n]+)(?<!\\s)\\${sign})$`);
  return {
    addInputRules() {
      // NOTE: the rule counts a variable as the letters of its name, so words with one inside are left to the toolbar
      return [markInputRule({ find: pattern, type: this.type as never })];
    },
    addPasteRules: () => [],
  };
}

/** A variable: one piece that is deleted at once and cannot be broken. */
function variableNode({ chipOf, codeOf }: Options) {
  return Node.create({
    name: 'variable',
    group: 'inline',
    inline: true,
    atom: true,
    addAttributes: () => ({ name: { default: '' } }),
    parseHTML: () => [
      { tag: 'span[data-variable]', getAttrs: (element) => ({ name: element.getAttribute('data-variable') ?? '' }) },
    ],
    renderHTML({ node, HTMLAttributes }) {
      const { label, isKnown } = chipOf(String(node.attrs.name));
      const attributes = { 'data-variable': node.attrs.name, ...(!isKnown && { 'data-unknown': '' }) };
      return ['span', mergeAttributes(HTMLAttributes, attributes), label];
    },
    renderText: ({ node }) => `{${chipOf(String(node.attrs.name)).label}}`,
    addNodeView: () => chipView(chipOf),
    addInputRules() {
      return [
        new InputRule({
          find: /\{([^{}\n]{1,60})\}$/,
          handler: ({ state, range, match }) => {
            const name = codeOf(match[1] ?? '');
            state.tr.replaceRangeWith(range.from, range.to, this.type.create({ name }));
          },
        }),
      ];
    },
    addKeyboardShortcuts() {
      const remove = (side: 'nodeBefore' | 'nodeAfter') => () => {
        const { empty, $from } = this.editor.state.selection;
        const neighbour = $from[side];
        if (!empty || neighbour?.type !== this.type) return false;
        const [from, to] =
          side === 'nodeBefore'
            ? [$from.pos - neighbour.nodeSize, $from.pos]
            : [$from.pos, $from.pos + neighbour.nodeSize];
        // a step of its own to take back, however quickly it follows what was typed
        return this.editor.commands.command(({ tr }) => Boolean(closeHistory(tr).delete(from, to)));
      };
      return { Backspace: remove('nodeBefore'), Delete: remove('nodeAfter') };
    },
  });
}

/** A chip's attributes are read by the styles and the journeys; `title` states its problem. */
function chipView(chipOf: Options['chipOf']) {
  return ({ node }: NodeViewRendererProps) => {
    const { label, isKnown } = chipOf(String(node.attrs.name));
    const dom = document.createElement('span');
    dom.dataset.variable = String(node.attrs.name);
    dom.contentEditable = 'false';
    dom.textContent = label;
    if (!isKnown) dom.dataset.unknown = '';
    return { dom };
  };
}
