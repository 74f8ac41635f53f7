import { z } from 'zod';
import { ChannelKind } from '#contract/channels/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { DecisionRule, MessageForm } from '#contract/delivery/calls.ts';
import { TextVariable } from './calls.ts';
import { Instant, Language } from '#contract/primitives.ts';

const AttachedFile = z.object({ name: z.string(), mime: z.string(), url: z.string() });

/** A text as one contact would read it. */
export const TextPreview = z.object({
  text: z.string(),
  /** The text in runs: the resulting words, or the names of variables that were empty there. */
  runs: z.array(z.object({ text: z.string(), empty: z.array(z.string()) })),
  /** The contact's language. */
  language: Language,
  /** Buttons as the contact sees them: default titles are in their language. */
  buttons: z.array(z.object({ type: z.enum(['answer', 'url', 'call']), title: z.string() })),
  /** The template sent where the channel requires one; null where there is none that can be sent. */
  template: z
    .object({
      name: z.string(),
      text: z.string(),
      buttons: z.array(z.string()),
      imageUrl: z.string().nullable(),
      file: AttachedFile.nullable(),
    })
    .nullable(),
  imageUrl: z.string().nullable(),
  /** The attachment above the text. */
  file: AttachedFile.nullable(),
  /** Variables that are empty for this contact. */
  emptyVariables: z.array(TextVariable),
});
export type TextPreview = z.infer<typeof TextPreview>;

/** A message to one stored contact, as it would be sent; without a contact an example. */
export const ContactPreview = TextPreview.extend({
  contactId: ContactId.nullable(),
  contactName: z.string(),
  channelKind: ChannelKind.nullable(),
  channelTitle: z.string().nullable(),
  sendAt: Instant.nullable(),
  /** The form in which it would be sent at that time; `template` and `none` where the contact has not written lately. */
  form: MessageForm,
  timeZone: z.string(),
  /** The rule by which the message would not be sent; null when it would. */
  skipRule: DecisionRule.nullable(),
});
export type ContactPreview = z.infer<typeof ContactPreview>;
