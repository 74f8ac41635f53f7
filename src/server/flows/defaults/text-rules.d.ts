import type { TemplateType } from '#contract/gallery/calls.ts';
import type { FlowKind } from '#contract/flows/calls.ts';
import type { Language } from '#contract/primitives.ts';
import en from './locales/en.json';
/** The text of a new flow until its owner changes it. */
export declare function defaultText(kind: FlowKind, language: Language): string;
/**
 * The title of a new flow.
 * @param delayMinutes of reminders negative: minutes before the visit
 */
export declare function defaultTitle(kind: FlowKind, delayMinutes: number, language: Language): string;
/** Ready-made flows that have texts of their own; all others use the text of their kind. */
type OwnTextType = keyof typeof en.ready_made;
export declare function hasOwnText(type: TemplateType): type is OwnTextType;
export declare function readyMadeTitle(type: OwnTextType, language: Language): string;
export declare function readyMadeText(type: OwnTextType, language: Language): string;
export {};
