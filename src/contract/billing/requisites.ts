import { z } from 'zod';
import { COUNTRY_CODE_BY_ID } from '#contract/brands/countries.ts';
import { isCompanyInn, isInn, isKpp, isRussian } from './tax-ids.ts';

const Text = (longest: number) =>
  z.string({ error: 'required' }).trim().min(1, { error: 'required' }).max(longest, { error: 'too_long' });

/** Fields of {@link Requisites}. */
export const REQUISITES_FIELDS = {
  countryId: z.int().refine((id) => id in COUNTRY_CODE_BY_ID, { error: 'unknown' }),
  name: Text(300),
  /** Russia's INN; elsewhere the number under which the company pays taxes. */
  taxId: Text(30),
  /** Only companies of Russia have one; else empty. */
  kpp: z.string().trim().max(9, { error: 'too_long' }).default(''),
  address: Text(500),
  /** Where the invoice is mailed to. */
  email: z.email({ error: 'email' }).max(254, { error: 'too_long' }),
} as const;

/** The company that pays, as its invoices name it. */
export const Requisites = z.object(REQUISITES_FIELDS).superRefine(checkTaxIds);
export type Requisites = z.output<typeof Requisites>;

/** Reports `tax_id` and `kpp` at the fields of a Russian company that are not valid. */
export function checkTaxIds(
  { countryId, taxId, kpp }: { countryId: number; taxId: string; kpp: string },
  { addIssue }: { addIssue(issue: { code: 'custom'; path: string[]; message: string }): void },
): void {
  if (!isRussian(countryId) || taxId === '') return;
  if (!isInn(taxId)) addIssue({ code: 'custom', path: ['taxId'], message: 'tax_id' });
  else if (isCompanyInn(taxId) ? !isKpp(kpp) : kpp !== '')
    addIssue({ code: 'custom', path: ['kpp'], message: kpp === '' ? 'required' : 'kpp' });
}
