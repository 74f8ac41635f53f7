import { createContext } from 'react';

/** Takes the emoji that was chosen. */
export const EmojiContext = createContext<(emoji: string) => void>(() => undefined);
