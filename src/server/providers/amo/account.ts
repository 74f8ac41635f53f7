import { z } from 'zod';
import type { BranchFacts } from '#server/connections/port.ts';

export const Account = z.object({
  id: z.int().transform(String),
  name: z.string().catch(''),
  subdomain: z.string().catch(''),
  currency: z.string().nullish().catch(null),
  _embedded: z
    .object({ datetime_settings: z.object({ timezone: z.string() }).nullish().catch(null) })
    .nullish()
    .catch(null),
});

const DEFAULT_CURRENCY = 'RUB';

/** The account is the only branch of its connection. */
export function toBranch({ id, name, subdomain, currency, _embedded }: z.output<typeof Account>): BranchFacts {
  return {
    externalId: id,
    title: name || subdomain || id,
    city: null,
    address: null,
    coordinates: null,
    phone: null,
    timeZone: zoneOf(_embedded?.datetime_settings?.timezone),
    currency: currency && /^[A-Z]{3}$/.test(currency) ? currency : DEFAULT_CURRENCY,
    isLicenceActive: true,
    cancelClosesMinutes: null,
  };
}

function zoneOf(name: string | undefined): string | null {
  try {
    return name ? new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone : null;
  } catch {
    return null;
  }
}
