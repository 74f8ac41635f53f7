import {
  IconAddressBook,
  IconApps,
  IconStars,
  IconSparkles,
  IconBan,
  IconUserCheck,
  IconUserMinus,
  IconCalendarStats,
  IconLayoutGrid,
  IconBook,
  IconCalendarCheck,
  IconChartBar,
  IconChartFunnel,
  IconChevronRight,
  IconCode,
  IconCreditCard,
  IconDeviceDesktopShare,
  IconDots,
  IconGift,
  IconBulb,
  IconHome,
  IconListSearch,
  IconMessageChatbot,
  IconMessageCircle,
  IconMessageCheck,
  IconMessageOff,
  IconMessages,
  IconPhone,
  IconPlugConnected,
  IconRoute,
  IconShoppingBag,
  IconSpeakerphone,
  IconTemplate,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { Icon, IconProps } from '@tabler/icons-react';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import type { MenuKey } from './menu.ts';

/** Icons of the places that have a screen, and of the links below the menu. */
const ICONS: Readonly<Partial<Record<MenuKey, Icon>>> = {
  home: IconHome,
  dashboard: IconHome,
  conversations: IconMessages,
  chats: IconMessageCircle,
  calls: IconPhone,
  conversion: IconChartFunnel,
  flows: IconRoute,
  distributions: IconSpeakerphone,
  payments: IconCreditCard,
  templates: IconTemplate,
  message_templates: IconMessageCheck,
  insights: IconChartBar,
  widgets: IconApps,
  chatbots: IconMessageChatbot,
  assistants: IconSparkles,
  reviews: IconStars,
  message_logs: IconListSearch,
  skips: IconMessageOff,
  visit_conversion: IconChartFunnel,
  returns: IconUserMinus,
  cohorts: IconCalendarStats,
  rfm: IconLayoutGrid,
  contacts: IconAddressBook,
  segments: IconUsersGroup,
  subscribers: IconUserCheck,
  ignore_list: IconBan,
  accounts: IconPlugConnected,
  ...Object.fromEntries(Object.values(CHANNEL_APPEARANCES).map(({ place, Icon }) => [place, Icon])),
  yclients: IconCalendarCheck,
  altegio: IconCalendarCheck,
  iiko: IconShoppingBag,
  api: IconCode,
  knowledge_base: IconBook,
  ideas: IconBulb,
  referral: IconGift,
  anydesk: IconDeviceDesktopShare,
  more: IconDots,
};

type Props = IconProps & { place: MenuKey };

/** The icon of a place; an arrow where it was given none of its own. */
export function MenuIcon({ place, ...props }: Props) {
  const Known = ICONS[place] ?? IconChevronRight;
  return <Known {...props} />;
}
