import { type KeyboardEvent, useState } from 'react';
import type { ConversationId } from '#contract/conversations/calls.ts';
import type { FilledReply } from './QuickReplies.tsx';
import { matching, slashQuery } from './slash-query.ts';
import { useFilledReplies } from './use-quick-replies.ts';

export type QuickPicking = {
  /** Where the typed slash stands; null: no quick reply is asked for. */
  from: number | null;
  replies: readonly FilledReply[];
  isLoading: boolean;
  activeIndex: number;
  /** @returns whether the key was for the list */
  onKey: (event: KeyboardEvent) => boolean;
  /** The text changed: the list starts again. */
  restart: () => void;
};

type Given = {
  conversationId: ConversationId;
  text: string;
  caret: number;
  isOff: boolean;
  onChoose: (reply: FilledReply) => void;
};

/** Quick replies that a slash in the text asks for, and the keys that go through them. */
export function useQuickPicking({ conversationId, text, caret, isOff, onChoose }: Given): QuickPicking {
  const [activeIndex, setActiveIndex] = useState(0);
  const [isDismissed, setDismissed] = useState(false);
  const slash = isOff || isDismissed ? null : slashQuery(text, caret);
  const filled = useFilledReplies(conversationId, slash !== null);
  const replies = slash ? matching(filled.data ?? [], slash.query) : [];

  function onKey({ key }: KeyboardEvent): boolean {
    if (!slash) return false;
    const chosen = replies[activeIndex];
    if (key === 'ArrowDown') setActiveIndex(Math.min(activeIndex + 1, replies.length - 1));
    else if (key === 'ArrowUp') setActiveIndex(Math.max(activeIndex - 1, 0));
    else if (key === 'Escape') setDismissed(true);
    else if ((key === 'Enter' || key === 'Tab') && chosen) onChoose(chosen);
    else return false;
    return true;
  }
  return {
    from: slash?.from ?? null,
    replies,
    isLoading: filled.isPending,
    activeIndex,
    onKey,
    restart: () => {
      setActiveIndex(0);
      setDismissed(false);
    },
  };
}
