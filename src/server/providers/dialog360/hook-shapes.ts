import { z } from 'zod';

/** Unix seconds, as text or number. */
const At = z
  .union([z.string().regex(/^\d{9,11}$/), z.int().min(0).max(99_999_999_999)])
  .transform((seconds) => Temporal.Instant.fromEpochMilliseconds(Number(seconds) * 1000));

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

/** What is common to every message; its content lies under the name of its type. */
const Common = z.object({
  id: z.string().min(1),
  from: z.string().optional(),
  from_user_id: z.string().optional(),
  timestamp: At,
  type: z.string().default('unsupported'),
  context: z.object({ id: z.string().optional() }).optional(),
});
const Contents = z.object({
  text: z.object({ body: z.string() }).optional(),
  button: z.object({ payload: z.string().optional(), text: z.string() }).optional(),
  interactive: z
    .object({
      type: z.string(),
      button_reply: z.object({ id: z.string(), title: z.string() }).optional(),
      list_reply: z.object({ id: z.string(), title: z.string() }).optional(),
    })
    .optional(),
  image: Media.optional(),
  sticker: Media.optional(),
  video: Media.optional(),
  document: Media.optional(),
  audio: Media.optional(),
  voice: Media.optional(),
  location: z
    .object({
      latitude: z.number(),
      longitude: z.number(),
      name: z.string().optional(),
      address: z.string().optional(),
    })
    .optional(),
  contacts: z
    .array(
      z.object({
        name: z.object({ formatted_name: z.string().optional() }).optional(),
        phones: z.array(z.object({ phone: z.string().optional() })).optional(),
      }),
    )
    .optional(),
  reaction: z.object({ message_id: z.string(), emoji: z.string().optional() }).optional(),
  system: z.object({ body: z.string().optional() }).optional(),
});
export const Message = Common.and(Contents);
export type Message = z.infer<typeof Message>;

export const HookError = z.object({
  code: z.number(),
  title: z.string().optional(),
  message: z.string().optional(),
  error_data: z.object({ details: z.string().optional() }).optional(),
});
export type HookError = z.infer<typeof HookError>;

export const Status = z.object({
  id: z.string().min(1),
  status: z.string(),
  timestamp: At,
  biz_opaque_callback_data: z.string().optional(),
  errors: z.array(HookError).optional(),
});
export type Status = z.infer<typeof Status>;

/** What a change of the field `messages` holds, and the whole body of old 360dialog accounts. Each part is read alone. */
export const Value = z.object({
  contacts: z.array(Contact).optional(),
  messages: z.array(z.unknown()).optional(),
  statuses: z.array(z.unknown()).optional(),
  errors: z.array(HookError).optional(),
});

export const TemplateUpdate = z.object({
  event: z.string(),
  message_template_name: z.string(),
  message_template_language: z.string(),
  reason: z.string().nullish(),
});

export const Envelope = z.object({
  entry: z.array(z.object({ changes: z.array(z.object({ field: z.string(), value: z.unknown() })).default([]) })),
});
