import { type Editor, Extension } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import Suggestion from '@tiptap/suggestion';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { VariableNames } from './variable-names.ts';
import { matchVariables, typedQuery } from './completion.ts';

/** Offered variables and the menu's position. */
export type Offer = {
  variables: readonly string[];
  /** The one that Enter takes. */
  active: number;
  at: DOMRect;
  choose: (variable: string) => void;
};

/**
 * Offers variables while a name is typed after `{` or `@`: arrows move, Enter and Tab take, Esc leaves what was typed.
 *
 * @returns the extension for the editor, and what is being offered
 */
export function useCompletion(offered: readonly string[], names: VariableNames) {
  const [offer, setOffer] = useState<Offer | null>(null);
  const latest = useRef<Latest>({ offered, names, offer });
  useEffect(() => {
    latest.current = { offered, names, offer };
  });
  const [extension] = useState(() => completionOf(latest, setOffer));

  return { offer, setOffer, extension };
}

type Latest = { offered: readonly string[]; names: VariableNames; offer: Offer | null };

function completionOf(latest: RefObject<Latest>, setOffer: (offer: Offer | null) => void) {
  const show = (offer: Offer | null) => {
    latest.current = { ...latest.current, offer };
    setOffer(offer);
  };
  return Extension.create({
    name: 'completion',
    addProseMirrorPlugins() {
      return [suggestIn(this.editor, () => latest.current, show)];
    },
  });
}

function suggestIn(editor: Editor, latest: () => Latest, show: (offer: Offer | null) => void) {
  return Suggestion<string, string>({
    editor,
    pluginKey: new PluginKey('variables'),
    findSuggestionMatch: ({ $position }) => {
      const before = $position.nodeBefore?.isText ? ($position.nodeBefore.text ?? '') : '';
      const typed = typedQuery(before);
      const to = $position.pos;
      return typed && { range: { from: to - typed.length, to }, query: typed.query, text: before.slice(-typed.length) };
    },
    items: ({ query }) => [...matchVariables(query, latest().offered, latest().names)],
    command: ({ range, props }) => {
      const name = { type: 'variable', attrs: { name: props } };
      editor.chain().focus().insertContentAt(range, name).run();
    },
    render: () => {
      const follow = (props: {
        items: string[];
        command: (one: string) => void;
        clientRect?: (() => DOMRect | null) | null;
      }) => {
        const at = props.clientRect?.();
        show(props.items.length > 0 && at ? { variables: props.items, active: 0, at, choose: props.command } : null);
      };
      return {
        onStart: follow,
        onUpdate: follow,
        onExit: () => show(null),
        onKeyDown: ({ event }) => {
          const { offer } = latest();
          if (!offer) return false;
          const moved = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (moved) {
            const count = offer.variables.length;
            show({ ...offer, active: (offer.active + moved + count) % count });
            return true;
          }
          const chosen = offer.variables[offer.active];
          if ((event.key !== 'Enter' && event.key !== 'Tab') || !chosen) return false;
          offer.choose(chosen);
          return true;
        },
      };
    },
  });
}
