import type { RouteVariant } from './brands.ts';
import type { Language } from '#contract/primitives.ts';

/**
 * Pages that visitors open first. Their HTML has its texts before any script runs, by their keys in the room `auth`: title,
 * heading and lead; and it preloads the page's own scripts. The build writes both to {@link FIRST_PAGES_FILE}, and the
 * server puts them in. A lead begins with what the domain is for, if the page says it.
 */
export const FIRST_PAGES = [
  {
    path: '/account/login',
    module: 'auth/LoginPage.tsx',
    title: 'login.title',
    heading: 'login.heading',
    lead: [],
    hasTagline: true,
  },
  {
    path: '/account/register',
    module: 'auth/RegisterPage.tsx',
    title: 'register.title',
    heading: 'register.heading',
    lead: ['register.state'],
    hasTagline: true,
  },
  {
    path: '/account/forgot-password',
    module: 'auth/ForgotPasswordPage.tsx',
    title: 'forgot.title',
    heading: 'forgot.heading',
    lead: ['forgot.state'],
    hasTagline: true,
  },
  {
    path: '/account/login-link',
    module: 'auth/LoginLinkPage.tsx',
    title: 'login_link.title',
    heading: 'login_link.heading',
    lead: ['login_link.state'],
    hasTagline: true,
  },
  {
    path: '/terms',
    module: 'auth/TermsPage.tsx',
    title: 'terms.title',
    heading: 'terms.title',
    lead: ['terms.trial', 'terms.clients', 'terms.data', 'terms.limits'],
    hasTagline: false,
  },
] as const;

/** Rooms of texts that every one of these pages is drawn with. */
export const FIRST_ROOMS = ['app', 'problems', 'ui', 'auth'] as const;

/** A file among the built ones. */
export const FIRST_PAGES_FILE = 'first-pages.json';

export type FirstPage = {
  title: string;
  heading: string;
  lead: string;
  hasTagline: boolean;
  /** Addresses of its scripts, beside those that every page has. */
  scripts: string[];
};

/** Content of the file. What a domain is for also describes each of its pages. */
export type FirstPages = Record<Language, { taglines: Record<RouteVariant, string>; pages: Record<string, FirstPage> }>;
