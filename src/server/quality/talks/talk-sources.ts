import type { TalkSource } from './port.ts';
import { storedTalks } from './stored-source.ts';

/** Every source of talks. */
export const TALK_SOURCES: readonly TalkSource[] = [storedTalks('uploads'), storedTalks('recordings')];
