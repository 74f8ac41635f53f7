import type { MapService } from '#contract/reviews/values.ts';

/**
 * The address where a review is written, from what an owner pasted: the address of their place, or Google's place id.
 * The formats are in docs/rules/reviews.md.
 *
 * @returns null when it is no address of the service
 */
export function reviewAddressOf(service: MapService, pasted: string): string | null {
  const text = pasted.trim();
  if (service === 'google' && /^[\w-]{20,200}$/.test(text))
    return `https://search.google.com/local/writereview?placeid=${text}`;
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  const url = plainUrl(address);
  return url && ADDRESSES[service](url, address);
}

/** Each takes the address as the owner has it, and returns that where nothing is known to lead to the form itself. */
const ADDRESSES: Readonly<Record<MapService, (url: URL, address: string) => string | null>> = {
  yandex(url, address) {
    if (!/(^|\.)yandex\.(ru|com|by|kz|uz|com\.tr|com\.ge|az|eu)$/.test(url.hostname)) return null;
    const [, id] = /\/maps\/(?:.*\/)?org\/(?:[^/]+\/)?(\d{5,})(?:\/|$)/.exec(url.pathname) ?? [];
    if (id) return `https://${url.hostname}/maps/org/${id}/reviews/?add-review=true`;
    return /^\/(maps|profile)\/./.test(url.pathname) ? address : null;
  },
  '2gis'(url, address) {
    if (!/(^|\.)2gis\.(ru|com|kz|kg|ae|uz|by|am|az|ge|it|cz|cy|cl)$/.test(url.hostname)) return null;
    const [, city = '', id] = /^(\/[\w-]+)??\/(?:firm|geo)\/(\d{5,})(?:\/|$)/.exec(url.pathname) ?? [];
    if (id) return `https://${url.hostname}${city}/firm/${id}/tab/reviews/addreview`;
    return url.hostname.startsWith('go.') || url.hostname.startsWith('link.') ? address : null;
  },
  google(url, address) {
    const isGoogle = /(^|\.)(google\.[a-z.]{2,6}|goo\.gl|g\.page|g\.co)$/.test(url.hostname);
    return isGoogle && (url.pathname.length > 1 || url.search !== '') ? address : null;
  },
  own: (_url, address) => address,
};

function plainUrl(address: string): URL | null {
  if (/\s/.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  const isPlain = url.username === '' && url.password === '' && url.hostname.includes('.');
  return isPlain ? url : null;
}
