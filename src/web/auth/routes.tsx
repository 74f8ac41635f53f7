import type { Room } from '#web/lib/pages/room.ts';
import { useAuthNotice } from './sign-in/use-auth-notice.ts';

/** Pages of signing in, the profile and the cabinet's settings. */
export const authRoom: Room = {
  texts: ['auth'],
  useNotice: useAuthNotice,
  pages: [
    {
      path: '/account/login',
      title: 'auth:login.title',
      access: 'anonymous',
      layout: 'single',
      load: () => import('./sign-in/LoginPage.tsx').then((m) => m.LoginPage),
    },
    {
      path: '/demo',
      title: 'auth:demo.title',
      access: 'public',
      layout: 'single',
      isHidden: true,
      load: () => import('./sign-in/DemoPage.tsx').then((m) => m.DemoPage),
    },
    {
      path: '/account/register',
      title: 'auth:register.title',
      access: 'anonymous',
      layout: 'single',
      load: () => import('./registration/RegisterPage.tsx').then((m) => m.RegisterPage),
    },
    {
      path: '/account/forgot-password',
      title: 'auth:forgot.title',
      access: 'anonymous',
      layout: 'single',
      load: () => import('./registration/ForgotPasswordPage.tsx').then((m) => m.ForgotPasswordPage),
    },
    {
      path: '/account/login-link',
      title: 'auth:login_link.title',
      access: 'anonymous',
      layout: 'single',
      load: () => import('./sign-in/LoginLinkPage.tsx').then((m) => m.LoginLinkPage),
    },
    {
      path: '/account/reset-password',
      title: 'auth:reset.title',
      access: 'anonymous',
      layout: 'single',
      load: () => import('./registration/ResetPasswordPage.tsx').then((m) => m.ResetPasswordPage),
    },
    {
      path: '/Account/ConfirmEmail',
      title: 'auth:confirm.title',
      access: 'public',
      layout: 'single',
      isHidden: true,
      load: () => import('./registration/ConfirmEmailPage.tsx').then((m) => m.ConfirmEmailPage),
    },
    {
      path: '/account/google/callback',
      title: 'auth:google_callback.title',
      access: 'public',
      layout: 'single',
      isHidden: true,
      load: () => import('./sign-in/GoogleCallbackPage.tsx').then((m) => m.GoogleCallbackPage),
    },
    {
      path: '/terms',
      title: 'auth:terms.title',
      access: 'public',
      layout: 'single',
      load: () => import('./registration/TermsPage.tsx').then((m) => m.TermsPage),
    },
    {
      path: '/account/profile',
      title: 'auth:profile.title',
      access: 'member',
      layout: 'shared',
      load: () => import('./account/ProfilePage.tsx').then((m) => m.ProfilePage),
    },
    {
      path: '/account/update',
      title: 'auth:account.title',
      access: 'member',
      layout: 'shared',
      feature: 'accountSettings',
      load: () => import('./account/AccountPage.tsx').then((m) => m.AccountPage),
    },
  ],
};
