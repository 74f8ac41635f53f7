import { z } from 'zod';
import { EpochSeconds } from '#server/platform/values/outside-numbers.ts';

/** An optional field; an invalid value counts as missing. */
function ifRight<Shape extends z.ZodType>(shape: Shape) {
  return shape.optional().catch(undefined);
}

/** Unix seconds, as text or number. */
const At = z
  .union([
    z
      .string()
      .regex(/^\d{9,11}$/)
      .transform(Number),
    z.int(),
  ])
  .pipe(EpochSeconds)
  .transform((seconds) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000));

const Media = z.object({
  id: z.string(),
  mime_type: z.string().optional(),
  caption: z.string().optional(),
  filename: z.string().optional(),
});

export const Contact = z.object({
  profile: z.object({ name: z.string().optional() }).optional(),
  wa_id: z.string().optional(),
  user_id: z.string().optional(),
});

/** Common fields of every message; its content is under the name of its type. */
const Common = z.object({
  id: z.string().min(1),
  from: ifRight(z.string()),
  from_user_id: ifRight(z.string()),
  timestamp: At,
  type: z.string().default('unsupported').catch('unsupported'),
  context: ifRight(z.object({ id: z.string().optional() })),
  /** The group that it was written in. */
  group_id: ifRight(z.string()),
});

/** An invalid content counts as missing: the message is still shown, as one that cannot be read. */
const Contents = z.object({
  text: ifRight(z.object({ body: z.string() })),
  button: ifRight(z.object({ payload: z.string().optional(), text: z.string() })),
  interactive: ifRight(
    z.object({
      type: z.string(),
      button_reply: z.object({ id: z.string(), title: z.string() }).optional(),
      list_reply: z.object({ id: z.string(), title: z.string() }).optional(),
      /** A form that the contact filled in. */
      nfm_reply: z.object({ body: z.string().optional() }).optional(),
    }),
  ),
  image: ifRight(Media),
  sticker: ifRight(Media),
  video: ifRight(Media),
  document: ifRight(Media),
  audio: ifRight(Media),
  voice: ifRight(Media),
  location: ifRight(
    z.object({
      latitude: z.number(),
      longitude: z.number(),
      name: z.string().optional(),
      address: z.string().optional(),
    }),
  ),
  contacts: ifRight(
    z.array(
      z.object({
        name: z.object({ formatted_name: z.string().optional() }).optional(),
        phones: z.array(z.object({ phone: z.string().optional() })).optional(),
      }),
    ),
  ),
  reaction: ifRight(z.object({ message_id: z.string(), emoji: z.string().optional() })),
  system: ifRight(
    z.object({
      body: z.string().optional(),
      type: z.string().optional(),
      /** The new number of a contact who changed it. */
      wa_id: z.string().optional(),
      new_wa_id: z.string().optional(),
      user_id: z.string().optional(),
      customer: z.string().optional(),
    }),
  ),
  order: ifRight(
    z.object({
      text: z.string().optional(),
      product_items: z.array(z.object({ product_retailer_id: z.string().optional(), quantity: z.number().optional() })),
    }),
  ),
});

/** The content of a message, under the name of its kind. */
const Content = z.object({ type: z.string().default('unsupported').catch('unsupported') }).and(Contents);
export type Content = z.infer<typeof Content>;

/** Events about an earlier message. */
const Changes = z.object({
  revoke: ifRight(z.object({ original_message_id: z.string().min(1) })),
  edit: ifRight(z.object({ original_message_id: z.string().min(1), message: Content })),
});
export const Message = Common.and(Contents).and(Changes);
export type Message = z.infer<typeof Message>;

/** A message of a person of the business in the WhatsApp Business app. */
export const Echo = Message.and(z.object({ to: ifRight(z.string()), to_user_id: ifRight(z.string()) }));
export type Echo = z.infer<typeof Echo>;

/** A choice of the contact about advertising. */
export const Preference = z.object({
  wa_id: ifRight(z.string()),
  user_id: ifRight(z.string()),
  category: z.string(),
  value: z.string(),
  timestamp: At,
});
export type Preference = z.infer<typeof Preference>;

export const WebhookError = z.object({
  code: z.number(),
  title: z.string().optional(),
  message: z.string().optional(),
  error_data: z.object({ details: z.string().optional() }).optional(),
});
export type WebhookError = z.infer<typeof WebhookError>;

export const Status = z.object({
  id: z.string().min(1),
  status: z.string(),
  timestamp: At,
  biz_opaque_callback_data: z.string().optional(),
  errors: z.array(WebhookError).optional(),
});
export type Status = z.infer<typeof Status>;

/**
 * The value of a change that concerns contacts, and the whole body of old 360dialog accounts. Each part is parsed
 * alone.
 */
export const Value = z.object({
  contacts: ifRight(z.array(Contact.catch({}))),
  messages: z.array(z.unknown()).optional(),
  statuses: z.array(z.unknown()).optional(),
  message_echoes: z.array(z.unknown()).optional(),
  user_preferences: z.array(z.unknown()).optional(),
  errors: ifRight(z.array(WebhookError)),
});

export const TemplateUpdate = z.object({
  event: z.string(),
  message_template_name: z.string(),
  message_template_language: z.string(),
  message_template_category: ifRight(z.string()),
  reason: z.string().nullish(),
  other_info: ifRight(z.object({ title: z.string().optional() })),
});

export const TemplateQualityUpdate = z.object({
  message_template_name: z.string(),
  message_template_language: z.string(),
  new_quality_score: z.string(),
});

/** A change of category, or the notice of one: then only `correct_category` is set. */
export const TemplateCategoryUpdate = z.object({
  message_template_name: z.string(),
  message_template_language: z.string(),
  new_category: z.string().nullish(),
});

export const Envelope = z.object({
  entry: z.array(z.object({ changes: z.array(z.object({ field: z.string(), value: z.unknown() })).default([]) })),
});
