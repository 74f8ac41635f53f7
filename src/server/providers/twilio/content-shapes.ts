import { z } from 'zod';

const Action = z.looseObject({
  type: z.string().default(''),
  title: z.string().default(''),
  id: z.string().nullish(),
  url: z.string().nullish(),
  phone: z.string().nullish(),
});

/** One form of a content; each type has some of these. */
const Form = z.looseObject({
  body: z.string().nullish(),
  title: z.string().nullish(),
  subtitle: z.string().nullish(),
  header_text: z.string().nullish(),
  footer: z.string().nullish(),
  media: z.array(z.string()).nullish(),
  actions: z.array(Action).nullish(),
});
export type Form = z.infer<typeof Form>;

const Approval = z.looseObject({
  name: z.string().nullish(),
  category: z.string().nullish(),
  status: z.string().default('unsubmitted'),
  rejection_reason: z.string().nullish(),
});

/** A content of Twilio's Content API; https://www.twilio.com/docs/content/content-api-resources */
export const ContentShape = z.object({
  sid: z.string().regex(/^HX\w+$/),
  friendly_name: z.string().default(''),
  language: z.string(),
  variables: z.record(z.string(), z.string()).nullish().catch(null),
  types: z.record(z.string(), Form),
  approval_requests: Approval.nullish(),
});
export type Content = z.infer<typeof ContentShape>;

export const ContentPage = z.object({
  contents: z.array(z.unknown()),
  meta: z.object({ next_page_url: z.string().nullish() }).optional(),
});

/** Types that flows can send, the first that a content has; others have lists, carousels, codes. */
export const SENDABLE_TYPES = [
  'whatsapp/card',
  'twilio/card',
  'twilio/quick-reply',
  'twilio/call-to-action',
  'twilio/media',
  'twilio/text',
];

const ONE_PLACE = /^\{\{\s*(\w+)\s*\}\}$/;

/** The variable that is the whole address of a content's file; null where the file is fixed or there is none. */
export function mediaPlaceOf({ types }: Pick<Content, 'types'>): string | null {
  const type = SENDABLE_TYPES.find((one) => types[one]) ?? Object.keys(types)[0] ?? '';
  const [address = '', ...others] = types[type]?.media ?? [];
  return others.length === 0 ? (ONE_PLACE.exec(address)?.[1] ?? null) : null;
}

/** The variables that are the payloads of buttons, by their index; null where the payload is fixed. */
export function idPlacesOf({ types }: Content): (string | null)[] {
  const type = SENDABLE_TYPES.find((one) => types[one]) ?? Object.keys(types)[0] ?? '';
  return (types[type]?.actions ?? []).map(({ id }) => ONE_PLACE.exec(id ?? '')?.[1] ?? null);
}
