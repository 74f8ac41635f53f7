import { MailingSettings } from '#contract/mailings/calls.ts';
import type { Language } from '#contract/primitives.ts';
/** The settings of a new mailing: every contact, at once when it goes live. Its text is in one language; others are added by choice. */
export declare function newSettings(language: Language): MailingSettings;
