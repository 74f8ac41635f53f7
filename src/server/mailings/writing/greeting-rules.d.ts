import type { Language } from '#contract/primitives.ts';
/** The text of a new mailing: a greeting, to be written on. */
export declare function greetingIn(language: Language): string;
export declare function newTitle(language: Language): string;
