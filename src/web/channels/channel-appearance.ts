import type { Icon } from '@tabler/icons-react';
import type { SidebarKey } from '#contract/brands/sidebars.ts';
import type { PhoneSkin } from '#web/ui/preview/PhoneBubble.tsx';

/** The name, icon and pages of a kind of channel, so that no screen asks for the kind itself. */
export type ChannelAppearance = {
  Icon: Icon;
  /** In lists and logs: a brand's name, the same in every language. */
  name: string;
  /** The page where channels of the kind are connected and looked after, and its place in the sidebar. */
  path: string;
  place: SidebarKey;
  /** How a message looks on the contact's phone. */
  skin: PhoneSkin;
  /** Begins the keys of its texts: `title`, `connect`, `none` and the steps to connect. */
  texts: string;
  /** Its place among the ways that a new owner is offered first; absent: it is under "More". */
  offeredAs?: number;
  /** Where its credentials are found. */
  source: string;
};
