import type { PublicContext } from '#server/platform/context/context.ts';
import { type Site, siteOf } from '#server/platform/deployment/site.ts';
import type { MailSite } from '#server/auth/jobs.ts';

/** The brand of a call whose body names its page too; a stranger's page changes nothing. */
export function siteOfPage(ctx: PublicContext, clientHost: string | null | undefined): Site {
  const host = ctx.site.origin ? new URL(ctx.site.origin).host : '';
  return clientHost ? siteOf(ctx.config, clientHost, host) : ctx.site;
}

/** Brand and origin of a mail; null for a host that is not ours, for which no mail is sent. */
export function mailSiteOf({ brand, origin }: Site): MailSite | null {
  return origin === null ? null : { brand: brand.key, origin };
}
