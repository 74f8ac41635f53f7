import type { TalkSource } from './port.ts';
import { conversationTalks } from './conversation-source.ts';
import { storedTalks } from './stored-source.ts';

/** Every source of talks. */
export const TALK_SOURCES: readonly TalkSource[] = [
  conversationTalks,
  storedTalks('uploads'),
  storedTalks('recordings'),
];
