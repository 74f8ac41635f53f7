import type { Page } from '#web/lib/pages/room.ts';

/** The room's screens, each in a script of its own. */
export const SCREENS = {
  DemoPage: async () => (await import('./sign-in/DemoPage.tsx')).DemoPage,
  ResetPasswordPage: async () => (await import('./registration/ResetPasswordPage.tsx')).ResetPasswordPage,
  ConfirmEmailPage: async () => (await import('./registration/ConfirmEmailPage.tsx')).ConfirmEmailPage,
  GoogleCallbackPage: async () => (await import('./sign-in/GoogleCallbackPage.tsx')).GoogleCallbackPage,
  ProfilePage: async () => (await import('./account/ProfilePage.tsx')).ProfilePage,
  MembersPage: async () => (await import('./members/MembersPage.tsx')).MembersPage,
  AuditPage: async () => (await import('./audit/AuditPage.tsx')).AuditPage,
  InvitationPage: async () => (await import('./members/InvitationPage.tsx')).InvitationPage,
  RequiredFactorPage: async () => (await import('./second-factor/RequiredFactorPage.tsx')).RequiredFactorPage,
  AccountPage: async () => (await import('./account/AccountPage.tsx')).AccountPage,
} satisfies Record<string, Page['load']>;
