import { z } from 'zod';

/** Variables about the company that issues invoices. */
export const SELLER_VARIABLES = {
  SELLER_NAME: z.string().min(1).optional(),
  SELLER_TAX_ID: z.string().min(1).optional(),
  SELLER_KPP: z.string().min(1).optional(),
  SELLER_ADDRESS: z.string().min(1).optional(),
  SELLER_BANK: z.string().min(1).optional(),
  SELLER_BIC: z.string().min(1).optional(),
  SELLER_ACCOUNT: z.string().min(1).optional(),
  SELLER_CORRESPONDENT_ACCOUNT: z.string().min(1).optional(),
  /** The person that signs, e.g. `Director A. Ivanova`. */
  SELLER_SIGNATORY: z.string().min(1).optional(),
  /** Percent of VAT that the prices include; without it invoices are without VAT. */
  SELLER_VAT_PERCENT: z.coerce.number().int().min(1).max(50).optional(),
  /** IANA; the day and the year of an invoice are of this zone. */
  SELLER_TIME_ZONE: z.string().default('Europe/Moscow'),
};

type SellerEnvironment = z.output<z.ZodObject<typeof SELLER_VARIABLES>>;

/** The seller, as its invoices name it. */
export const Seller = z.object({
  name: z.string(),
  taxId: z.string(),
  kpp: z.string().nullable(),
  address: z.string(),
  bank: z.string(),
  bic: z.string(),
  account: z.string(),
  correspondentAccount: z.string().nullable(),
  signatory: z.string().nullable(),
  vatPercent: z.int().nullable(),
  timeZone: z.string(),
});
export type Seller = z.infer<typeof Seller>;

const DEMO: Partial<SellerEnvironment> = {
  SELLER_NAME: 'ООО «Фронтдеск Демо»',
  SELLER_TAX_ID: '7736050003',
  SELLER_KPP: '773601001',
  SELLER_ADDRESS: '117997, Москва, ул. Примерная, д. 1',
  SELLER_BANK: 'АО «Демо-банк», Москва',
  SELLER_BIC: '044525000',
  SELLER_ACCOUNT: '40702810000000000001',
  SELLER_CORRESPONDENT_ACCOUNT: '30101810000000000000',
  SELLER_SIGNATORY: 'Директор А. Иванова',
};

/** The seller of the deployment; null where its requisites are not whole, and no invoices are offered. */
export function sellerOf(given: SellerEnvironment, world: string | undefined): Seller | null {
  const env = given.SELLER_NAME || !world ? given : { ...given, ...DEMO };
  const { SELLER_NAME: name, SELLER_TAX_ID: taxId, SELLER_ADDRESS: address } = env;
  const { SELLER_BANK: bank, SELLER_BIC: bic, SELLER_ACCOUNT: account } = env;
  if (!name || !taxId || !address || !bank || !bic || !account) return null;
  return {
    name,
    taxId,
    kpp: env.SELLER_KPP ?? null,
    address,
    bank,
    bic,
    account,
    correspondentAccount: env.SELLER_CORRESPONDENT_ACCOUNT ?? null,
    signatory: env.SELLER_SIGNATORY ?? null,
    vatPercent: env.SELLER_VAT_PERCENT ?? null,
    timeZone: env.SELLER_TIME_ZONE,
  };
}
