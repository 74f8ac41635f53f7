import { z } from 'zod';
import { readFields } from '../values/fields.ts';
import { MetaError } from './errors.ts';

/** The outer fields of `POST /messages`; the object named by `type` is read by its own schema. */
export const SendBody = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual').optional(),
  to: z.string().optional(),
  recipient: z.string().optional(),
  type: z.string().default('text'),
  context: z.strictObject({ message_id: z.string() }).optional(),
  biz_opaque_callback_data: z.string().max(512).optional(),
  category: z.string().optional(),
  text: z.unknown().optional(),
  image: z.unknown().optional(),
  video: z.unknown().optional(),
  audio: z.unknown().optional(),
  document: z.unknown().optional(),
  sticker: z.unknown().optional(),
  interactive: z.unknown().optional(),
  template: z.unknown().optional(),
  location: z.unknown().optional(),
  contacts: z.unknown().optional(),
  reaction: z.unknown().optional(),
});
export type SendBody = z.infer<typeof SendBody>;

export const ReadBody = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  status: z.literal('read'),
  message_id: z.string(),
  typing_indicator: z.strictObject({ type: z.literal('text') }).optional(),
});

export const Text = z.strictObject({ body: z.string().min(1).max(4096), preview_url: z.boolean().optional() });

const file = { link: z.string().optional(), id: z.string().optional() };
const caption = z.string().max(1024).optional();
export const MEDIA = {
  image: z.strictObject({ ...file, caption }),
  video: z.strictObject({ ...file, caption }),
  audio: z.strictObject({ ...file, voice: z.boolean().optional() }),
  document: z.strictObject({ ...file, caption, filename: z.string().optional() }),
  sticker: z.strictObject(file),
} as const;

const Body = z.strictObject({ text: z.string().min(1).max(1024) });
const Footer = z.strictObject({ text: z.string().max(60) }).optional();
const Header = z
  .strictObject({
    type: z.enum(['text', 'image', 'video', 'document']),
    text: z.string().max(60).optional(),
    image: z.strictObject(file).optional(),
    video: z.strictObject(file).optional(),
    document: z.strictObject({ ...file, filename: z.string().optional() }).optional(),
  })
  .optional();

export const InteractiveType = z.looseObject({ type: z.string() });
export const ReplyButtons = z.strictObject({
  type: z.literal('button'),
  header: Header,
  body: Body,
  footer: Footer,
  action: z.strictObject({
    buttons: z
      .array(
        z.strictObject({
          type: z.literal('reply'),
          reply: z.strictObject({ id: z.string().min(1).max(256), title: z.string().min(1).max(20) }),
        }),
      )
      .min(1)
      .max(3),
  }),
});
export const LinkButton = z.strictObject({
  type: z.literal('cta_url'),
  header: Header,
  body: Body,
  footer: Footer,
  action: z.strictObject({
    name: z.literal('cta_url'),
    parameters: z.strictObject({ display_text: z.string().min(1).max(20), url: z.url() }),
  }),
});
export const List = z.strictObject({
  type: z.literal('list'),
  header: Header,
  body: Body,
  footer: Footer,
  action: z.strictObject({
    button: z.string().min(1).max(20),
    sections: z
      .array(
        z.strictObject({
          title: z.string().max(24).optional(),
          rows: z
            .array(
              z.strictObject({
                id: z.string().min(1).max(200),
                title: z.string().min(1).max(24),
                description: z.string().max(72).optional(),
              }),
            )
            .min(1)
            .max(10),
        }),
      )
      .min(1)
      .max(10),
  }),
});

const Parameter = z.strictObject({
  type: z.string(),
  parameter_name: z.string().optional(),
  text: z.string().optional(),
  payload: z.string().max(256).optional(),
  image: z.strictObject(file).optional(),
  video: z.strictObject(file).optional(),
  document: z.strictObject({ ...file, filename: z.string().optional() }).optional(),
  currency: z.unknown().optional(),
  date_time: z.unknown().optional(),
});
export type Parameter = z.infer<typeof Parameter>;

export const TemplateUse = z.strictObject({
  name: z.string().min(1),
  language: z.strictObject({ code: z.string(), policy: z.literal('deterministic').optional() }),
  namespace: z.string().optional(),
  components: z
    .array(
      z.strictObject({
        type: z.string(),
        sub_type: z.string().optional(),
        index: z.coerce.number().optional(),
        parameters: z.array(Parameter).default([]),
      }),
    )
    .default([]),
});
export type TemplateUse = z.infer<typeof TemplateUse>;

/**
 * Reads a part of a message.
 *
 * @throws MetaError 131008 when a field is missing, 131009 when one is wrong
 */
export function readPart<T>(schema: z.ZodType<T>, part: unknown, at: string, warn: (field: string) => void): T {
  if (part === undefined) throw new MetaError(131008, `Parameter '${at}' is mandatory`);
  const fields = readFields(schema, part);
  for (const field of fields.unknown) warn(at ? `${at}.${field}` : field);
  if (fields.ok) return fields.value;
  const [issue] = fields.issues;
  const isMissing = issue?.message.includes('received undefined') ?? false;
  throw new MetaError(isMissing ? 131008 : 131009, `${[at, issue?.path].filter(Boolean).join('.')}: ${issue?.message}`);
}
