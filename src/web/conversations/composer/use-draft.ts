import { useEffect, useState } from 'react';
import type { ConversationId } from '#contract/conversations/calls.ts';
import { call } from '#web/lib/api/api.ts';

type Kind = 'answer' | 'note';

/** Milliseconds without a key before a draft is saved. */
const SAVE_MS = 600;

/** Drafts typed in this page, by conversation and kind; newer than what a loaded thread has. */
const typed = new Map<string, string>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** The last save of each draft: the next one follows it, so that the newest text is the last to arrive. */
const saves = new Map<string, Promise<unknown>>();

const keyOf = (conversationId: ConversationId, kind: Kind) => `${conversationId}.${kind}`;

export type DraftField = {
  text: string;
  change: (text: string) => void;
  /** The text was posted: the server deletes the draft with it. */
  clear: () => void;
};

/**
 * The unsent text of a conversation, kept on the server as it is typed, for each member and kind.
 *
 * @param saved what the loaded thread has
 */
export function useDraft(conversationId: ConversationId, kind: Kind, saved: string): DraftField {
  const key = keyOf(conversationId, kind);
  const [text, setText] = useState(() => typed.get(key) ?? saved);
  useEffect(() => () => flush(conversationId, kind), [conversationId, kind]);
  return {
    text,
    change: (next) => {
      setText(next);
      typed.set(key, next);
      clearTimeout(timers.get(key));
      timers.set(
        key,
        setTimeout(() => flush(conversationId, kind), SAVE_MS),
      );
    },
    clear: () => {
      setText('');
      typed.set(key, '');
      clearTimeout(timers.get(key));
      timers.delete(key);
    },
  };
}

/** Saves what waits to be saved, at once. */
function flush(conversationId: ConversationId, kind: Kind): void {
  const key = keyOf(conversationId, kind);
  if (!timers.has(key)) return;
  clearTimeout(timers.get(key));
  timers.delete(key);
  const text = typed.get(key) ?? '';
  const save = async () => {
    await saves.get(key);
    await call('PUT /api/v1/conversations/:conversationId/draft', {
      params: { conversationId },
      body: { kind, text },
    }).catch(() => undefined); // NOTE: the text stays on the screen, and the next key saves it
  };
  saves.set(key, save());
}
