import { readSynonyms } from '#server/assistants/knowledge/search/synonym-rules.ts';
import { CLINIC } from './clinic.ts';
import { FLOWERS } from './flowers.ts';
import { GENERAL } from './general.ts';
import { RESTAURANT } from './restaurant.ts';
import { SALON } from './salon.ts';

/** Synonyms of all trades: what a business knows of decides which of them are met. */
export const SYNONYMS = readSynonyms([GENERAL, SALON, CLINIC, RESTAURANT, FLOWERS]);
