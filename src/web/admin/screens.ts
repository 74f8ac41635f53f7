import type { Page } from '#web/lib/pages/room.ts';

/** The operator's screens, each in a script of its own. */
export const SCREENS = {
  OutgoingPage: async () => (await import('./outgoing/OutgoingPage.tsx')).OutgoingPage,
  InstancesPage: async () => (await import('./instances/InstancesPage.tsx')).InstancesPage,
  HealthPage: async () => (await import('./health/HealthPage.tsx')).HealthPage,
  UsersPage: async () => (await import('./users/UsersPage.tsx')).UsersPage,
  UserPage: async () => (await import('./users/UserPage.tsx')).UserPage,
  PaysPage: async () => (await import('./pays/PaysPage.tsx')).PaysPage,
  DiagnosticsPage: async () => (await import('./diagnostics/DiagnosticsPage.tsx')).DiagnosticsPage,
  StatusPage: async () => (await import('./status/StatusPage.tsx')).StatusPage,
  ClientsPage: async () => (await import('./clients/ClientsPage.tsx')).ClientsPage,
  UserAuditPage: async () => (await import('./support/UserAuditPage.tsx')).UserAuditPage,
  AllAuditPage: async () => (await import('./support/AllAuditPage.tsx')).AllAuditPage,
  SupportPage: async () => (await import('./support/SupportPage.tsx')).SupportPage,
  PeoplePage: async () => (await import('./people/PeoplePage.tsx')).PeoplePage,
  PromoCodesPage: async () => (await import('./promo-codes/PromoCodesPage.tsx')).PromoCodesPage,
  CreatePromoCodePage: async () => (await import('./promo-codes/CreatePromoCodePage.tsx')).CreatePromoCodePage,
} satisfies Record<string, Page['load']>;
