import { z } from 'zod';
import type { ClientConfig } from '#contract/config.ts';

/** Variables about page views, which are counted by a service that takes Matomo's tracking calls. */
export const PAGE_VIEW_VARIABLES = {
  /** The service's address, e.g. `https://stats.example/matomo.php`. */
  PAGE_VIEWS_URL: z.url().optional(),
  /** The id of the counter. */
  PAGE_VIEWS_SITE_ID: z.string().min(1).max(40).optional(),
};

type PageViewEnvironment = z.output<z.ZodObject<typeof PAGE_VIEW_VARIABLES>>;

/** Where page views are counted; null: nowhere. @throws when one of the two variables is missing */
export function pageViewsOf({ PAGE_VIEWS_URL: url, PAGE_VIEWS_SITE_ID: siteId }: PageViewEnvironment): PageViews {
  if (url && siteId) return { url, siteId };
  if (url || siteId) throw new Error('PAGE_VIEWS_URL and PAGE_VIEWS_SITE_ID are given together.');
  return null;
}

type PageViews = ClientConfig['pageViews'];
