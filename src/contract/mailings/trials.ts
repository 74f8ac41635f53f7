import { z } from 'zod';
import { ContactId } from '#contract/contacts/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { previewReply, testSendCall } from '#contract/senders/trials.ts';
import { TypedPhones } from '#contract/flows/calls.ts';
import { MailingSettings } from './calls.ts';
import { MAX_VARIANTS } from './values.ts';
import { MAILING_WIRE } from './wire.ts';
import { Language } from '#contract/primitives.ts';
import { ContactPreview } from '#contract/texts/previews.ts';

/** A mailing's message to one contact. */
export const MailingPreview = ContactPreview.extend({
  /** SMS that it is billed as; null where the channel counts none. */
  parts: z.int().nullable(),
});
export type MailingPreview = z.infer<typeof MailingPreview>;

/** 0 is the mailing's own text; the others are those of its A/B test. */
const Variant = z
  .int()
  .min(0)
  .max(MAX_VARIANTS - 1)
  .default(0);

/** Takes unsaved settings, so that the editor shows its current input. The worst case comes first. */
export const previewMailing = endpoint({
  method: 'POST',
  path: '/api/v1/distributions/preview',
  access: 'member',
  summary: 'What up to 10 contacts of the audience would get, the worst case first; an example when there are none.',
  body: z.object({ settings: MailingSettings, variant: Variant, language: Language.optional() }),
  reply: previewReply(MailingPreview, {}),
});

export const sendMailingTest = testSendCall(MAILING_WIRE, {
  summary: 'Sends the message once to the test numbers, at once and at any hour.',
  body: z.object({
    settings: MailingSettings,
    variant: Variant,
    /** The contact whose name and values the message has; null: an example. */
    contactId: ContactId.nullable().default(null),
    /** Empty: the cabinet's own test numbers. */
    testPhones: TypedPhones,
  }),
  refusals: ['contact.not_found'],
});
