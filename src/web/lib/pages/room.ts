import { notFound, useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { Brand, Features, RouteVariant } from '#contract/brands/brands.ts';
import { hasRoute } from '#contract/brands/route-tables.ts';
import type { Ability } from '#contract/billing/tariffs.ts';
import type { DataRoom } from '#contract/data-rooms.ts';
import type { Connection } from '#contract/connections/calls.ts';
import type { ConnectionKindDeclaration } from '#contract/connections/kind.ts';
import type { ConversationId } from '#contract/conversations/calls.ts';
import type { MessageId } from '#contract/delivery/calls.ts';
import type { Notice } from '#contract/onboarding/calls.ts';
import type { SenderKind } from '#contract/senders/calls.ts';
import type { SidebarKey } from '#contract/brands/sidebars.ts';
import type { TextKey, TextRoom } from '#web/locales/resources.ts';
import type { Format } from '#web/lib/format/format.ts';
import type { Text } from '#web/lib/format/i18n.ts';
import { idIn } from '#web/lib/api/known.ts';

/**
 * Required access of a page:
 * - `public`: anyone.
 * - `anonymous`: for signing in; a signed-in member is redirected home.
 * - `member`, `owner`, `admin`, `super_admin`: others are redirected to log in, or see that they have no access.
 */
export type PageAccess = 'public' | 'anonymous' | 'member' | 'owner' | 'admin' | 'super_admin';

/** One screen of a room. */
export type Page = {
  /** TanStack's notation, e.g. `/flows/edit/$workflowId/{-$step}`; matched without regard to case. */
  path: string;
  /** The text of the page's title; the product's name is added. */
  title: TextKey;
  /** The place of the menu it belongs to; the tab names it after the page or the thing the page is about (`usePageName`). */
  section?: SidebarKey;
  access: PageAccess;
  /** `shared` has sidebar, header and footer; `single` stands alone. */
  layout: 'shared' | 'single';
  /**
   * The screen itself, loaded when it is first opened: `() => import('./FlowsPage.tsx').then((m) => m.FlowsPage)`. A room with
   * many screens lists them in its `screens.ts`, which the first load leaves out.
   */
  load: () => Promise<ComponentType>;
  /** Texts it needs beside those of its room. */
  texts?: readonly TextRoom[];
  /** Only on domains that have this feature. */
  feature?: keyof Features;
  /** Only on domains of this variant, and there in place of the page that other rooms have at its path. */
  variant?: RouteVariant;
  /** The cabinet's tariff must include it for the page's things to work; without it, the banner says so and where to get it. */
  requires?: Ability;
  /** Where a visitor who is not signed in is led instead of the log-in; null: there. */
  signedOutTo?: () => string | null;
  /** Left out of the palette, e.g. because the page is a step of something. Pages with parameters always are. */
  isHidden?: boolean;
  /** Shows the button that leads back to the top once the page is scrolled. */
  hasScrollToTop?: boolean;
  /** Takes the whole screen beside the menu and below the header, and scrolls inside; without footer and floating buttons. */
  fillsScreen?: boolean;
};

/** Something the palette offers beside pages: "New flow", "Connect WhatsApp". */
export type RoomAction = {
  label: TextKey;
  /** Where it is done. */
  to: string;
  access: PageAccess;
  /** Only on domains that have this feature. */
  feature?: keyof Features;
};

/** Something of a room that a typed query found. */
export type FoundThing = {
  id: string;
  label: string;
  description?: string | undefined;
  /** E.164. */
  phone?: string | null;
  to: string;
};

/** A list of a room in which the palette searches. */
export type RoomSearch = {
  /** The place of the menu under whose name and icon the found things stand. */
  section: SidebarKey;
  /** The data found in: its changes are searched again. */
  data: DataRoom;
  /** @param query at least two characters @returns the best few */
  find(query: string): Promise<readonly FoundThing[]>;
};

/** A kind of sender of a room; its name is the text `senders:<kind>.name`. */
export type RoomSender = {
  kind: SenderKind;
  /** The kind and the `title` of one sender, where the cabinet has several. */
  named?: TextKey;
  /** Page of one sender; without it, the kind has none. */
  path?: (id: string) => string;
  /** Explains why one of its messages was written, on request beside the message. */
  explanation?: Explanation;
  /** How its use of templates is said; without it, its messages take none. */
  templateUse?: {
    /** The senders that take a template, by their `count` where the cabinet has several. */
    text: TextKey;
    /** The page on which the template is chosen, where a sender has none. */
    path?: string;
  };
};

/** The words of the button that asks for it, what is drawn then, and the texts that needs. */
export type Explanation = {
  label: TextKey;
  texts: readonly TextRoom[];
  load: () => Promise<ComponentType<{ messageId: MessageId }>>;
};

/** Proposes a reply beside the field of a conversation; offered to members who may open `page`. */
export type ReplyHelp = {
  page: string;
  texts: readonly TextRoom[];
  load: () => Promise<ComponentType<ReplyHelpProps>>;
};
export type ReplyHelpProps = {
  conversationId: ConversationId;
  /** Puts a text into the field. */
  onTake: (text: string) => void;
  onClose: () => void;
};

/** A section of a room below the connections of some kinds. */
export type ConnectionPart = {
  /** The records that are read from those kinds. */
  reads: ConnectionReads;
  texts: readonly TextRoom[];
  load: () => Promise<ComponentType<ConnectionPartProps>>;
};
export type ConnectionPartProps = { connection: Connection; canChange: boolean };

type ConnectionReads = NonNullable<ConnectionKindDeclaration['reads']>;

/** Where a notice is acted on; `page` is the screen that must exist on this domain. */
export type NoticeTarget = { label: string; page: string; to: string; search?: Record<string, string> };

/** Describes a notice in one sentence, and where it is acted on. Parameters are as the room's server half wrote them. */
export type NoticeWords = (
  params: Notice['params'],
  locale: { t: Text; format: Format },
) => { text: string; target: NoticeTarget };

/** A card on the page of widgets. */
export type Widget = {
  /** Key of its texts: `widget_entries:<key>.title` and `.text`. */
  key: string;
  title: TextKey;
  text: TextKey;
  to: string;
  Icon: ComponentType<{ size: number; stroke: number; className: string | undefined }>;
  /** Its state and figures, in one line. */
  Figures?: ComponentType;
  /** Its place among the cards, the lowest first. */
  order: number;
};

/**
 * The room's part of the shell. Each room exports one from `src/web/<room>/routes.tsx`, and `app/rooms.ts` lists it.
 *
 * - A page: add it to `pages`; its route, guard, title and palette entry follow.
 * - A sidebar entry: `contract/brands/sidebars.ts` already has those of the specification; one appears as soon as a page
 *   answers at its path. A new one is added there, with its icon in `app/MenuIcon.tsx` and its text in `locales/*\/app.json`.
 * - A palette action: add it to `actions`; things the palette finds by name: `searches`.
 * - A banner under the header: give it as `useNotice`.
 * - A kind of sender: `senders`; notices in the bell: `notices`; a card on the page of widgets: `widgets`. Their texts
 *   are sections of the room's file, see `locales/sections.ts`.
 */
export type Room = {
  /** The texts all of the room's pages need before they are drawn, its own first. */
  texts: readonly TextRoom[];
  pages: readonly Page[];
  actions?: readonly RoomAction[];
  searches?: readonly RoomSearch[];
  /** Says what of this room concerns the whole cabinet; of all rooms' notices the most serious one is shown. */
  useNotice?: () => CabinetNotice | undefined;
  senders?: readonly RoomSender[];
  replyHelp?: ReplyHelp;
  /** Its sections on the pages of connections. */
  connectionParts?: readonly ConnectionPart[];
  /** Loads the words of the notices that the room raises: `() => import('./notices.ts').then((m) => m.flowsNotices)`. */
  notices?: () => Promise<Partial<Record<Notice['kind'], NoticeWords>>>;
  /** Loads its cards of the page of widgets. */
  widgets?: () => Promise<readonly Widget[]>;
};

/**
 * Opens the screens of a room by name: `const screen = screensOf(async () => (await import('./screens.ts')).SCREENS)`. Their list is
 * loaded with the first of them.
 */
export const screensOf =
  <Name extends string>(load: () => Promise<Readonly<Record<Name, Page['load']>>>) =>
  (name: Name): Page['load'] =>
  async () =>
    (await load())[name]();

/** How serious a notice is, the most serious first. */
export const NOTICE_ORDER = [
  'tariff_expired',
  'renewal_refused',
  'sending_paused',
  'channel_dead',
  'quota_exhausted',
  'tariff_lacks',
  'connection_dead',
  'test_mode',
  'quota_low',
  'email_unconfirmed',
  'demo',
] as const;

/** A thin line under the header: the cause and what to do. */
export type CabinetNotice = {
  kind: (typeof NOTICE_ORDER)[number];
  text: string;
  /** A page to go to, an outside address, or something done at once. */
  action?: { label: string; to?: string; href?: string; onClick?: () => void };
};

/** Whether a page exists on a domain: it is in the route table of its variant, its feature is on, and it is of that variant. */
export function isOffered(page: Page, brand: Brand): boolean {
  if (page.feature && !brand.features[page.feature]) return false;
  if (page.variant && page.variant !== brand.variant) return false;
  return hasRoute(brand.variant, page.path);
}

/**
 * The id in a parameter of the page's path.
 *
 * @throws the not-found page for an id that cannot exist
 */
export function usePathId<Id extends string>(name: string): Id {
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false });
  const id = idIn<Id>(params[name]);
  if (id === undefined) throw notFound();
  return id;
}
