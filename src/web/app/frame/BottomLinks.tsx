import { Link } from '@tanstack/react-router';
import { brand } from '#web/lib/pages/brand.ts';
import { clientConfig } from '#web/lib/api/config.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import type { BottomLink } from '#contract/brands/brands.ts';
import { Hint } from '#web/ui/feedback/Hint.tsx';
import { anydeskUrl } from './anydesk-url.ts';
import { MenuIcon } from './MenuIcon.tsx';
import classes from './MenuList.module.css';
import { REFERRAL_PATH } from './referral-path.ts';

const PAGE_PATHS: Partial<Record<BottomLink, string>> = {
  knowledge_base: '/help',
  ideas: '/ideas',
  referral: REFERRAL_PATH,
};

type Target = { key: BottomLink; path?: string; url?: string };

type Props = { isFolded: boolean; isSheet: boolean };

/** Knowledge base (the deployment's own, else ours), ideas, referral programme and AnyDesk, as far as the domain and the deployment have them. */
export function BottomLinks({ isFolded, isSheet }: Props) {
  const t = useTexts();
  const canOpen = useCanOpen();
  const knowledgeBaseUrl = clientConfig()?.support.knowledgeBaseUrl;
  const links = brand.bottomLinks.flatMap((key): Target[] => {
    const url = key === 'anydesk' ? anydeskUrl(navigator.userAgent) : key === 'knowledge_base' && knowledgeBaseUrl;
    const path = PAGE_PATHS[key];
    if (path && !url) return canOpen(path) ? [{ key, path }] : [];
    return url && brand.features.sidebarExternalItems ? [{ key, url }] : [];
  });
  if (links.length === 0) return null;

  return (
    <ul className={`${classes.list} ${classes.bottom}`}>
      {links.map((link) => {
        const label = t(`app:menu.${link.key}`);
        const content = (
          <>
            <MenuIcon place={link.key} size={20} stroke={1.6} aria-hidden />
            <span className={isFolded ? classes.hidden : classes.label}>{label}</span>
          </>
        );
        return (
          <li key={link.key}>
            <Hint label={isFolded && label} side="right" isBlock>
              {link.path ? (
                <Link to={link.path} className={classes.place} replace={isSheet}>
                  {content}
                </Link>
              ) : (
                <a href={link.url} target="_blank" rel="noreferrer" className={classes.place}>
                  {content}
                </a>
              )}
            </Hint>
          </li>
        );
      })}
    </ul>
  );
}
