import { z } from 'zod';

/** Variables about YooKassa, by which cabinets pay. */
export const YOOKASSA_VARIABLES = {
  YOOKASSA_BASE_URL: z.url().optional(),
  /** The shop that cabinets pay to; without it no payments are taken. */
  YOOKASSA_SHOP_ID: z.string().min(1).optional(),
  YOOKASSA_SECRET_KEY: z.string().min(1).optional(),
  /** The VAT rate of receipts, by YooKassa's numbers; without it no receipts are sent. */
  YOOKASSA_VAT_CODE: z.coerce.number().int().min(1).max(20).optional(),
};

type YookassaEnvironment = z.output<z.ZodObject<typeof YOOKASSA_VARIABLES>>;

/** The shop of the deployment; null where it has none, and the demo has the world's. */
export function yookassaOf(env: YookassaEnvironment, world: string | undefined) {
  const shopId = env.YOOKASSA_SHOP_ID ?? (world ? 'frontdesk-demo-shop' : undefined);
  const secretKey = env.YOOKASSA_SECRET_KEY ?? (world ? 'yookassa-demo-secret' : undefined);
  if (!shopId || !secretKey) return null;
  const baseUrl = env.YOOKASSA_BASE_URL ?? (world ? `${world}/yookassa/v3` : 'https://api.yookassa.ru/v3');
  return { baseUrl, shopId, secretKey, vatCode: env.YOOKASSA_VAT_CODE ?? null };
}
