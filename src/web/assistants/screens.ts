import type { Page } from '#web/lib/pages/room.ts';

/** The room's screens, each in a script of its own. */
export const SCREENS = {
  AssistantsPage: async () => (await import('./list/AssistantsPage.tsx')).AssistantsPage,
  NightBotPage: async () => (await import('./night/NightBotPage.tsx')).NightBotPage,
  AssistantPage: async () => (await import('./page/AssistantPage.tsx')).AssistantPage,
} satisfies Record<string, Page['load']>;
