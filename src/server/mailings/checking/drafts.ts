import { MailingId, type MailingSettings } from '#contract/mailings/calls.ts';
import { refuseUnaskable } from '#server/mailings/recipients/audience-guards.ts';
import { contentOfVariant } from '#server/mailings/writing/message-writing.ts';
import { newId } from '#server/platform/values/ids.ts';
import { cleanContent, cleanTexts } from '#server/texts/content/cleaning-rules.ts';

/** A mailing with settings as the editor has them now. */
export type Draft = { id: MailingId; settings: MailingSettings };

/**
 * Settings of a request as they would be saved.
 * @throws {Problem} `request.invalid` where a condition of the audience cannot be asked of a contact
 */
export function draftOf(settings: MailingSettings, mailingId?: MailingId): Draft {
  refuseUnaskable(settings.audience, 'settings.audience');
  const { content, experiment } = settings;
  const variants = experiment?.variants.map(cleanTexts) ?? [];
  return {
    id: mailingId ?? newId(MailingId),
    settings: {
      ...settings,
      content: cleanContent(content),
      experiment: experiment && { ...experiment, variants },
    },
  };
}

/** The draft with the texts of one of its variants; 0 is its own. */
export function variantOf({ id, settings }: Draft, variant: number): Draft {
  return { id, settings: { ...settings, content: contentOfVariant(settings, variant) } };
}
