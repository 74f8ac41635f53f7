import { Language } from '#contract/primitives.ts';
import en from '#server/texts/locales/en.json';
import { VisitId } from '#contract/visits/calls.ts';
import type { ContentButton } from './message-content.ts';
/** The meaning of a tap on an answer button about a visit. */
export type VisitAnswer = {
    answer: 'confirm' | 'cancel';
    visitId: VisitId;
    /** The time version of the visit in the message: the visit may have moved since. */
    timeVersion: number;
    /** Tapped by the owner in a test: it must not change the contact's visit. */
    isTest: boolean;
};
/**
 * The payload of an answer button, e.g. `v:confirm:018f…:1`. Telegram allows 64 bytes, so the visit's id has no
 * dashes.
 */
export declare function visitAnswerId({ answer, visitId, timeVersion, isTest }: VisitAnswer): string;
/** @returns null for a payload that is not an answer about a visit */
export declare function readVisitAnswer(buttonId: string): VisitAnswer | null;
/** Prefix of the payload of every opt-out button. */
export declare const OPT_OUT_BUTTON = "optout";
/** Payload of the button that opts out of marketing only. */
export declare const MARKETING_OPT_OUT_BUTTON = "optout:marketing";
/** An answer of a message with its number: a contact may always type it, and must where the channel shows no buttons. */
export type NumberedAnswer = {
    number: number;
    title: string;
    id: string;
};
export declare function numberedAnswers(buttons: readonly ContentButton[]): NumberedAnswer[];
/** An answer button that a new flow has by default. */
export type Answer = keyof typeof en.answers;
/** The title of an answer's button. */
export declare function answerTitle(answer: Answer, language: Language): string;
/** Whether a button still has its default title, in any language. */
export declare function isDefaultAnswerTitle(title: string, answer: Answer): boolean;
