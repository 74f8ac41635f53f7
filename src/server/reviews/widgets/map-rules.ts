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
  const url = addressOf(text);
  return url && ADDRESSES[service](url);
}

const ADDRESSES: Readonly<Record<MapService, (url: URL) => string | null>> = {
  yandex(url) {
    if (!/(^|\.)yandex\.(ru|com|by|kz|uz|com\.tr|com\.ge|az|eu)$/.test(url.hostname)) return null;
    const [, id] = /\/maps\/(?:.*\/)?org\/(?:[^/]+\/)?(\d{5,})(?:\/|$)/.exec(url.pathname) ?? [];
    if (id) return `https://${url.hostname}/maps/org/${id}/reviews/?add-review=true`;
    return /^\/(maps|profile)\/./.test(url.pathname) ? url.href : null;
  },
  '2gis'(url) {
    if (!/(^|\.)2gis\.(ru|com|kz|kg|ae|uz|by|am|az|ge|it|cz|cy|cl)$/.test(url.hostname)) return null;
    const [, city = '', id] = /^(\/[\w-]+)??\/(?:firm|geo)\/(\d{5,})(?:\/|$)/.exec(url.pathname) ?? [];
    if (id) return `https://${url.hostname}${city}/firm/${id}/tab/reviews/addreview`;
    return url.hostname.startsWith('go.') || url.hostname.startsWith('link.') ? url.href : null;
  },
  google(url) {
    const isGoogle = /(^|\.)(google\.[a-z.]{2,6}|goo\.gl|g\.page|g\.co)$/.test(url.hostname);
    return isGoogle && (url.pathname.length > 1 || url.search !== '') ? url.href : null;
  },
  own: (url) => url.href,
};

function addressOf(text: string): URL | null {
  const whole = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (/\s/.test(text) || !URL.canParse(whole)) return null;
  const url = new URL(whole);
  const isPlain = url.username === '' && url.password === '' && url.hostname.includes('.');
  return isPlain ? url : null;
}
