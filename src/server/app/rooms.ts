import { assistants } from '#server/assistants/room.ts';
import { admin } from '#server/admin/room.ts';
import { announcements } from '#server/announcements/room.ts';
import { ideas } from '#server/ideas/room.ts';
import { audiences } from '#server/audiences/room.ts';
import { auth } from '#server/auth/room.ts';
import { billing } from '#server/billing/room.ts';
import { booking } from '#server/booking/room.ts';
import { channels } from '#server/channels/room.ts';
import { chatbots } from '#server/chatbots/room.ts';
import { connections } from '#server/connections/room.ts';
import { contacts } from '#server/contacts/room.ts';
import { conversations } from '#server/conversations/room.ts';
import { deals } from '#server/deals/room.ts';
import { delivery } from '#server/delivery/room.ts';
import { desk } from '#server/desk/room.ts';
import { flows } from '#server/flows/room.ts';
import { gallery } from '#server/gallery/room.ts';
import { imports } from '#server/imports/room.ts';
import { insights } from '#server/insights/room.ts';
import { integrations } from '#server/integrations/room.ts';
import { links } from '#server/links/room.ts';
import { mailings } from '#server/mailings/room.ts';
import { models } from '#server/models/room.ts';
import { notes } from '#server/notes/room.ts';
import { onboarding } from '#server/onboarding/room.ts';
import { orders } from '#server/orders/room.ts';
import { partners } from '#server/partners/room.ts';
import { policy } from '#server/policy/room.ts';
import { quality } from '#server/quality/room.ts';
import { rehearsal } from '#server/rehearsal/room.ts';
import { replies } from '#server/replies/room.ts';
import { reviews } from '#server/reviews/room.ts';
import { senders } from '#server/senders/room.ts';
import { templates } from '#server/templates/room.ts';
import { tenants } from '#server/tenants/room.ts';
import { texts } from '#server/texts/room.ts';
import { visits } from '#server/visits/room.ts';
import { waitlist } from '#server/waitlist/room.ts';
import type { Room } from '#server/room.ts';

/** Every room of the server, lower first. A room adds itself here; `server/room.ts` says what it may bring. */
export const ROOMS: readonly Room[] = [
  tenants,
  auth,
  billing,
  models,
  channels,
  connections,
  contacts,
  visits,
  orders,
  deals,
  integrations,
  texts,
  templates,
  imports,
  audiences,
  conversations,
  delivery,
  notes,
  desk,
  policy,
  links,
  reviews,
  booking,
  senders,
  flows,
  gallery,
  mailings,
  waitlist,
  rehearsal,
  chatbots,
  assistants,
  replies,
  insights,
  quality,
  announcements,
  ideas,
  onboarding,
  partners,
  admin,
];
