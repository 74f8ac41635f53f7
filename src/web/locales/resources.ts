import type app from './en/app.json';
import type audiences from './en/audiences.json';
import type auth from './en/auth.json';
import type channels from './en/channels.json';
import type connections from './en/connections.json';
import type contacts from './en/contacts.json';
import type conversations from './en/conversations.json';
import type delivery from './en/delivery.json';
import type flows from './en/flows.json';
import type insights from './en/insights.json';
import type integrations from './en/integrations.json';
import type onboarding from './en/onboarding.json';
import type policy from './en/policy.json';
import type problems from './en/problems.json';
import type rehearsal from './en/rehearsal.json';
import type reports from './en/reports.json';
import type texts from './en/texts.json';
import type ui from './en/ui.json';

/**
 * All texts, by room: `t('flows:empty')` is `empty` in `<language>/flows.json`.
 *
 * English types the keys. A new room adds its files, one per language, and a line here.
 */
export type Resources = {
  app: typeof app;
  audiences: typeof audiences;
  auth: typeof auth;
  channels: typeof channels;
  connections: typeof connections;
  contacts: typeof contacts;
  conversations: typeof conversations;
  delivery: typeof delivery;
  flows: typeof flows;
  insights: typeof insights;
  integrations: typeof integrations;
  onboarding: typeof onboarding;
  policy: typeof policy;
  problems: typeof problems;
  rehearsal: typeof rehearsal;
  reports: typeof reports;
  texts: typeof texts;
  ui: typeof ui;
};

export type TextRoom = keyof Resources;

type Singular<Key extends string> = Key extends `${infer Base}_${'one' | 'few' | 'many' | 'other'}` ? Base : Key;

type KeysOf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Singular<Key> : `${Key}.${KeysOf<Tree[Key]>}`;
}[keyof Tree & string];

/** Every key of a text, with its room; plural endings are left off. */
export type TextKey = { [Room in TextRoom]: `${Room}:${KeysOf<Resources[Room]>}` }[TextRoom];
