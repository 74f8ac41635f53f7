import { MailingSettings } from '#contract/mailings/calls.ts';
import type { Language } from '#contract/primitives.ts';
import { greetingIn } from '#server/mailings/writing/greeting-rules.ts';

/** The settings of a new mailing: every contact, at once when it goes live. Its text is in one language; others are added by choice. */
export function newSettings(language: Language): MailingSettings {
  return MailingSettings.parse({
    audience: { type: 'conditions', conditions: {} },
    content: { texts: { default: greetingIn(language) } },
    timing: {},
  });
}
