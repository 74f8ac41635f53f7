import type { LiveConversation, LiveTyping } from '#contract/conversations/live.ts';

/** Events of the cabinet's stream, by name. */
export type LiveEvents = {
  /** A room changed; `*` means that more was missed than the server keeps. */
  room: string;
  conversation: LiveConversation;
  typing: LiveTyping;
};
type Name = keyof LiveEvents;

const NAMES = ['conversation', 'typing', 'room'] as const satisfies readonly Name[];

const listeners: { [One in Name]: Set<(event: LiveEvents[One]) => void> } = {
  room: new Set(),
  conversation: new Set(),
  typing: new Set(),
};

/** Calls back for each event of one name. @returns a function that ends it */
export function onLive<One extends Name>(name: One, listener: (event: LiveEvents[One]) => void): () => void {
  listeners[name].add(listener);
  return () => listeners[name].delete(listener);
}

/** Hands one payload of the stream to those who listen. The server has made it by the contract, so it is not parsed. */
export function emitLive(payload: Partial<LiveEvents>): void {
  for (const name of NAMES) emit(name, payload[name]);
}

function emit<One extends Name>(name: One, event: LiveEvents[One] | undefined): void {
  if (event !== undefined) for (const listener of listeners[name]) listener(event);
}
