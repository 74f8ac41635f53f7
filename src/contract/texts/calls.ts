import { z } from 'zod';
import { ChannelId } from '#contract/channels/calls.ts';
import { Phone, WebAddress } from '#contract/primitives.ts';
import { isEmptyMessage } from './empty-message.ts';
import { LONGEST_TEXT, TEXT_VARIABLES } from './values.ts';

/** An uploaded picture, document, video or sound. */
export const FileId = z.uuid().brand<'FileId'>();
export type FileId = z.infer<typeof FileId>;

/** Names of variables in texts, written `{clientName}`. */
export const TextVariable = z.enum(TEXT_VARIABLES);
export type TextVariable = z.infer<typeof TextVariable>;

const ButtonTitle = z.string().trim().min(1, { error: 'required' }).max(20, { error: 'too_long' });

/** At most 3 buttons and one of each type (the specification, section 5). */
export const TextButton = z.discriminatedUnion('type', [
  /**
   * An answer button. `visit` confirms the visit: `title` confirms and `declineTitle`, when given, is drawn as a second
   * button that cancels; both are one button of the text. `opt_out` stops messages.
   */
  z.object({
    type: z.literal('answer'),
    title: ButtonTitle,
    action: z.enum(['visit', 'opt_out', 'reply']),
    declineTitle: ButtonTitle.nullable().default(null),
  }),
  z.object({ type: z.literal('url'), title: ButtonTitle, url: WebAddress.max(2000) }),
  z.object({ type: z.literal('call'), title: ButtonTitle, phone: Phone }),
]);
export type TextButton = z.infer<typeof TextButton>;

/** The provider's template to use where free text is not allowed (WhatsApp outside its 24 hours). */
export const TextTemplate = z.object({
  channelId: ChannelId,
  name: z.string().max(512),
  language: z.string().max(20),
  /** Values of {{1}}, {{2}}, …, in our variables, e.g. `{recordDate} {recordTime}`. Nothing is sent to contacts while one is empty. */
  parameters: z.array(z.string().trim().max(300)).max(20),
});
export type TextTemplate = z.infer<typeof TextTemplate>;

/** One that may be sent as soon as it is saved. */
export const FilledTextTemplate = TextTemplate.extend({
  parameters: z.array(z.string().trim().min(1, { error: 'required' }).max(300)).max(20),
});

/** Texts by the contact's language; `default` serves the rest. Variables in braces. */
export const ContactTexts = z
  .object({ default: z.string().trim().min(1, { error: 'required' }).max(LONGEST_TEXT, { error: 'too_long' }) })
  .catchall(z.string().max(LONGEST_TEXT, { error: 'too_long' }));

/** A message as its author writes it, before its variables are filled. */
export const TextContent = z
  .object({
    /** As `ContactTexts`; `default` may be empty beside a file. */
    texts: z
      .object({ default: z.string().trim().max(LONGEST_TEXT, { error: 'too_long' }) })
      .catchall(z.string().max(LONGEST_TEXT, { error: 'too_long' })),
    buttons: z.array(TextButton).max(3, { error: 'too_many_buttons' }).default([]),
    /** The picture, document, video or sound above the text: at most one, and no buttons with it. */
    imageId: FileId.nullable().default(null),
    templates: z.array(TextTemplate).max(40).default([]),
    /** Links leave as short ones of each recipient's own, so that clicks are known. */
    shortensLinks: z.boolean().default(false),
  })
  .superRefine((content, issues) => {
    if (isEmptyMessage(content)) issues.addIssue({ code: 'custom', path: ['texts', 'default'], message: 'required' });
    const types = content.buttons.map((button) => button.type);
    const isRepeated = new Set(types).size < types.length;
    if (isRepeated) issues.addIssue({ code: 'custom', path: ['buttons'], message: 'button_type_repeated' });
    if (content.imageId && content.buttons.length > 0)
      issues.addIssue({ code: 'custom', path: ['buttons'], message: 'buttons_with_image' });
  });
export type TextContent = z.infer<typeof TextContent>;
