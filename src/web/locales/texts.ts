import type { texts as app } from './ru/app.ts';
import type { texts as auth } from './ru/auth.ts';
import type { texts as channels } from './ru/channels.ts';
import type { texts as conditions } from './ru/conditions.ts';
import type { texts as connections } from './ru/connections.ts';
import type { texts as contacts } from './ru/contacts.ts';
import type { texts as conversion } from './ru/conversion.ts';
import type { texts as conversations } from './ru/conversations.ts';
import type { texts as delivery } from './ru/delivery.ts';
import type { texts as flowlist } from './ru/flowlist.ts';
import type { texts as flows } from './ru/flows.ts';
import type { texts as flowtexts } from './ru/flowtexts.ts';
import type { texts as iiko } from './ru/iiko.ts';
import type { texts as insights } from './ru/insights.ts';
import type { texts as integrations } from './ru/integrations.ts';
import type { texts as marketplace } from './ru/marketplace.ts';
import type { texts as menu } from './ru/menu.ts';
import type { texts as message } from './ru/message.ts';
import type { texts as onboarding } from './ru/onboarding.ts';
import type { texts as policy } from './ru/policy.ts';
import type { texts as problems } from './ru/problems.ts';
import type { texts as transfers } from './ru/transfers.ts';
import type { texts as reports } from './ru/reports.ts';
import type { texts as story } from './ru/story.ts';
import type { texts as templates } from './ru/templates.ts';
import type { texts as rehearsals } from './ru/rehearsals.ts';
import type { texts as troubles } from './ru/troubles.ts';
import type { texts as ui } from './ru/ui.ts';
import type { texts as variables } from './ru/variables.ts';
import type { texts as versions } from './ru/versions.ts';
import type { texts as why } from './ru/why.ts';

/**
 * All texts, by room: `t('flows.empty')` is `empty` in `ru/flows.ts`.
 *
 * A room adds itself here and one file per language, `<ru|en|pt_br|uk>/<room>.ts`, each exporting `texts`. Russian is
 * written first and types the keys; `locales.test.ts` fails when another language lacks a key, a plural form or a value.
 * Plural forms are keys ending in `_one`, `_few`, `_many`, `_other`; values are written `{{name}}`.
 */
export type Texts = {
  app: typeof app;
  auth: typeof auth;
  channels: typeof channels;
  conditions: typeof conditions;
  connections: typeof connections;
  contacts: typeof contacts;
  conversion: typeof conversion;
  conversations: typeof conversations;
  delivery: typeof delivery;
  flowlist: typeof flowlist;
  flows: typeof flows;
  flowtexts: typeof flowtexts;
  iiko: typeof iiko;
  insights: typeof insights;
  integrations: typeof integrations;
  marketplace: typeof marketplace;
  menu: typeof menu;
  message: typeof message;
  onboarding: typeof onboarding;
  policy: typeof policy;
  problems: typeof problems;
  transfers: typeof transfers;
  reports: typeof reports;
  story: typeof story;
  templates: typeof templates;
  rehearsals: typeof rehearsals;
  troubles: typeof troubles;
  ui: typeof ui;
  variables: typeof variables;
  versions: typeof versions;
  why: typeof why;
};

export type TextRoom = keyof Texts;

/** The texts of one room in another language: the same keys, whatever plural forms the language has. */
export type TextTree = { readonly [key: string]: string | TextTree };

type Singular<Key extends string> = Key extends `${infer Base}_${'one' | 'few' | 'many' | 'other'}` ? Base : Key;

type Leaves<Tree, Prefix extends string> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? `${Prefix}${Singular<Key>}`
    : Leaves<Tree[Key], `${Prefix}${Key}.`>;
}[keyof Tree & string];

/** Every key a text can be asked by, without plural endings. */
export type TextKey = Leaves<Texts, ''>;
