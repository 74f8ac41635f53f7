import { randomInt } from 'node:crypto';
import { PERSONAL_CODE_LENGTH } from '#contract/links/addresses.ts';

/** Letters and digits that are not mistaken for each other on paper. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const PREFIX_LENGTH = 5;
/** 2^29 codes of a tenant: nobody meets a shared link by chance. */
const SHARED_LENGTH = 6;
/** 2^49 codes of a tenant: a personal link cannot be found by trying. */
const PERSONAL_LENGTH = PERSONAL_CODE_LENGTH - PREFIX_LENGTH;
/** The longest code: a prefix, a hyphen and an ending. */
export const LONGEST_CODE = 60;

/** Draws the beginning of a tenant's codes. */
export const drawPrefix = () => draw(PREFIX_LENGTH);

/** Draws the code of a link that anybody may get. */
export const drawSharedCode = (prefix: string) => prefix + draw(SHARED_LENGTH);

/** Draws the code of a link for one contact. */
export const drawPersonalCode = (prefix: string) => prefix + draw(PERSONAL_LENGTH);

/** The code with an ending of the owner's words; drawn codes have no hyphen. */
export const codeWithEnding = (prefix: string, ending: string) => `${prefix}-${ending}`;

/** The part of a code that belongs to its tenant. */
export const prefixOf = (code: string) => code.slice(0, PREFIX_LENGTH);

function draw(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
