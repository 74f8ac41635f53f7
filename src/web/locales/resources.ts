import type admin from './en/admin.json';
import type announcements from './en/announcements.json';
import type app from './en/app.json';
import type assistants from './en/assistants.json';
import type attention from './en/attention.json';
import type audit from './en/audit.json';
import type audiences from './en/audiences.json';
import type auth from './en/auth.json';
import type billing from './en/billing.json';
import type booking from './en/booking.json';
import type cascade from './en/cascade.json';
import type cases from './en/cases.json';
import type channels from './en/channels.json';
import type chatbots from './en/chatbots.json';
import type connections from './en/connections.json';
import type contacts from './en/contacts.json';
import type conversations from './en/conversations.json';
import type dashboard from './en/dashboard.json';
import type deals from './en/deals.json';
import type delivery from './en/delivery.json';
import type desk from './en/desk.json';
import type flower_shop from './en/flower_shop.json';
import type flows from './en/flows.json';
import type gallery from './en/gallery.json';
import type help from './en/help.json';
import type ideas from './en/ideas.json';
import type imports from './en/imports.json';
import type insights from './en/insights.json';
import type integrations from './en/integrations.json';
import type knowledge from './en/knowledge.json';
import type links from './en/links.json';
import type mailing_runs from './en/mailing_runs.json';
import type mailings from './en/mailings.json';
import type members from './en/members.json';
import type onboarding from './en/onboarding.json';
import type operations from './en/operations.json';
import type partners from './en/partners.json';
import type quality from './en/quality.json';
import type quick_start from './en/quick_start.json';
import type pays from './en/pays.json';
import type policy from './en/policy.json';
import type problems from './en/problems.json';
import type rehearsal from './en/rehearsal.json';
import type replies from './en/replies.json';
import type reports from './en/reports.json';
import type rest_calls from './en/rest_calls.json';
import type reviews from './en/reviews.json';
import type segments from './en/segments.json';
import type sentences from './en/sentences.json';
import type templates from './en/templates.json';
import type texts from './en/texts.json';
import type transfers from './en/transfers.json';
import type ui from './en/ui.json';
import type versions from './en/versions.json';
import type visits from './en/visits.json';
import type waitlist from './en/waitlist.json';
import type widgets from './en/widgets.json';
import type { SECTIONS } from './sections.ts';

/**
 * The files of texts, by room. English types the keys. A new room adds its files, one per language, and a line here.
 */
export type Resources = {
  admin: typeof admin;
  announcements: typeof announcements;
  app: typeof app;
  assistants: typeof assistants;
  audiences: typeof audiences;
  attention: typeof attention;
  audit: typeof audit;
  auth: typeof auth;
  billing: typeof billing;
  booking: typeof booking;
  cascade: typeof cascade;
  cases: typeof cases;
  channels: typeof channels;
  chatbots: typeof chatbots;
  connections: typeof connections;
  contacts: typeof contacts;
  conversations: typeof conversations;
  dashboard: typeof dashboard;
  deals: typeof deals;
  delivery: typeof delivery;
  desk: typeof desk;
  flower_shop: typeof flower_shop;
  flows: typeof flows;
  gallery: typeof gallery;
  help: typeof help;
  ideas: typeof ideas;
  imports: typeof imports;
  insights: typeof insights;
  integrations: typeof integrations;
  knowledge: typeof knowledge;
  links: typeof links;
  mailing_runs: typeof mailing_runs;
  mailings: typeof mailings;
  members: typeof members;
  onboarding: typeof onboarding;
  operations: typeof operations;
  partners: typeof partners;
  quality: typeof quality;
  quick_start: typeof quick_start;
  pays: typeof pays;
  policy: typeof policy;
  problems: typeof problems;
  rehearsal: typeof rehearsal;
  replies: typeof replies;
  reports: typeof reports;
  rest_calls: typeof rest_calls;
  reviews: typeof reviews;
  segments: typeof segments;
  sentences: typeof sentences;
  templates: typeof templates;
  texts: typeof texts;
  transfers: typeof transfers;
  ui: typeof ui;
  versions: typeof versions;
  visits: typeof visits;
  waitlist: typeof waitlist;
  widgets: typeof widgets;
};

/** Names under which sections of all files are read together, and the key of each section. */
type Sections = typeof SECTIONS;

/** A file that is loaded at once: the texts of a room without their sections, or a section of all rooms. */
export type TextRoom = keyof Resources | keyof Sections;

type Singular<Key extends string> = Key extends `${infer Base}@${string}`
  ? Base
  : Key extends `${infer Base}_${'one' | 'few' | 'many' | 'other'}`
    ? Base
    : Key;

type KeysOf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Singular<Key> : `${Key}.${KeysOf<Tree[Key]>}`;
}[keyof Tree & string];

type OwnKey = {
  [Room in keyof Resources]: `${Room}:${KeysOf<Omit<Resources[Room], Sections[keyof Sections]>>}`;
}[keyof Resources];

/** Keys of a section, from every file that has it. */
type KeysOfSection<Section extends string> = {
  [Room in keyof Resources]: Resources[Room] extends Record<Section, infer Tree> ? KeysOf<Tree> : never;
}[keyof Resources];

type GatheredKey = { [Name in keyof Sections]: `${Name}:${KeysOfSection<Sections[Name]>}` }[keyof Sections];

/**
 * Every key of a text, with its room; plural endings and the names of variants are left off. `flows:empty` is `empty` in `<language>/flows.json`;
 * what `refusals:flow_not_found` is, says {@link SECTIONS}.
 */
export type TextKey = OwnKey | GatheredKey;
