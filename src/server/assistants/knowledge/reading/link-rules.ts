import { LONGEST_KNOWLEDGE_ADDRESS } from '#contract/assistants/knowledge-values.ts';

/** Files that are no pages, by the ends of their addresses. */
const NO_PAGE =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|css|js|json|xml|zip|rar|7z|gz|mp[34]|webm|mov|avi|woff2?|ttf|pdf|docx?|xlsx?|pptx?|apk|exe)$/i;
/** Parameters that do not change the page. */
const TRACKING = /^(?:utm_\w+|gclid|yclid|fbclid|_openstat|from|ref)$/i;

/** The address of a link on a page in one notation; null where it leads to no page of the site. */
export function pageLink(link: string, { page, site }: { page: string; site: string }): string | null {
  const url = URL.parse(link, page);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '') return null;
  if (hostOf(url) !== hostOf(new URL(site)) || NO_PAGE.test(url.pathname)) return null;
  url.hash = '';
  url.protocol = new URL(site).protocol;
  for (const name of Array.from(url.searchParams.keys())) if (TRACKING.test(name)) url.searchParams.delete(name);
  return url.href.length > LONGEST_KNOWLEDGE_ADDRESS ? null : url.href;
}

/** The same site with and without `www.`. */
const hostOf = ({ host }: URL): string => host.replace(/^www\./, '');
