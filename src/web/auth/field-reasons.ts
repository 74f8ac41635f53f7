import { countryCode } from '#contract/brands/countries.ts';
import { readPhone } from '#web/lib/format/phone.ts';

/** Returns the reason of the second of two password fields. */
export function reasonOfRepeat(password: string, repeat: string): string | undefined {
  if (repeat === '') return 'required';
  return repeat === password ? undefined : 'password_mismatch';
}

/** Returns the reason of a typed phone that is none of this country; an empty one is for the schema. */
export async function reasonOfPhone(phone: string, countryId: number): Promise<string | undefined> {
  if (phone.trim() === '') return undefined;
  return (await readPhone(phone, countryCode(countryId))) ? undefined : 'phone';
}
