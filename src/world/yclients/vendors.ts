/** The two brands under which the one platform is sold; also their channels and their keys in the world's state. */
export const VENDOR_NAMES = ['yclients', 'altegio'] as const;
export type VendorName = (typeof VENDOR_NAMES)[number];

/** All in which the vendors differ (reference section 2); what is not here is the same for both. */
export type Vendor = {
  name: VendorName;
  /** Where the REST API is, below the world's address. */
  restPath: string;
  /** Where the marketplace is: for Altegio under another host, which is another first segment here. */
  marketplacePath: string;
  accept: string;
  /** Whether numbers are Russian unless they say otherwise: `8 916 …` is `7 916 …`. Elsewhere they are E.164. */
  isRussian: boolean;
  /** The name of the zone is given once more as `timezone_name`. */
  hasTimezoneName: boolean;
  site: string;
  partnerToken: string;
};

export const VENDORS: Record<VendorName, Vendor> = {
  yclients: {
    name: 'yclients',
    restPath: '/yclients/api/v1',
    marketplacePath: '/yclients/marketplace',
    accept: 'application/vnd.yclients.v2+json',
    isRussian: true,
    hasTimezoneName: false,
    site: 'https://yclients.com',
    partnerToken: 'partner-demo-token',
  },
  altegio: {
    name: 'altegio',
    restPath: '/altegio/api/v1',
    marketplacePath: '/altegio-app/marketplace',
    accept: 'application/vnd.api.v2+json',
    isRussian: false,
    hasTimezoneName: true,
    site: 'https://alteg.io',
    partnerToken: 'altegio-partner-demo-token',
  },
};
