import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { FileId } from './calls.ts';

/** The contrast of white text on a colour that WCAG AA asks for. */
const READABLE_CONTRAST = 4.5;

/** A colour of buttons with white text, e.g. `#0f766e`. */
export const AccentColor = z
  .string()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, { error: 'format', abort: true })
  .refine((color) => contrastToWhite(color) >= READABLE_CONTRAST, { error: 'too_light' });

/** The contrast of white text on a colour, 1 to 21, by the formula of WCAG 2. */
export function contrastToWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const share = Number.parseInt(color.slice(from, from + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

/** The appearance of the business on its public pages. */
export const PublicAppearance = z.object({
  businessName: z.string(),
  /** Null: the brand's colour. */
  accent: z.string().nullable(),
  logo: z.object({ id: FileId, url: z.string() }).nullable(),
});
export type PublicAppearance = z.infer<typeof PublicAppearance>;

export const getPublicAppearance = endpoint({
  method: 'GET',
  path: '/api/v1/widgets/appearance',
  access: 'member',
  summary: 'The name, colour and logo of the business on its public pages.',
  reply: PublicAppearance,
});

export const setPublicAppearance = endpoint({
  method: 'PUT',
  path: '/api/v1/widgets/appearance',
  access: 'owner',
  summary: 'Changes the colour and the logo of public pages.',
  body: z.object({
    accent: AccentColor.nullable(),
    /** An uploaded image. */
    logoId: FileId.nullable(),
  }),
  reply: PublicAppearance,
});
