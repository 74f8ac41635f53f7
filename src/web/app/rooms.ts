import { adminRoom } from '#web/admin/routes.tsx';
import { assistantsRoom } from '#web/assistants/routes.tsx';
import { audiencesRoom } from '#web/audiences/routes.tsx';
import { authRoom } from '#web/auth/routes.tsx';
import { billingRoom } from '#web/billing/routes.tsx';
import { channelsRoom } from '#web/channels/routes.tsx';
import { marketplaceRoom } from '#web/connections/marketplace-routes.tsx';
import { chatbotsRoom } from '#web/chatbots/routes.tsx';
import { connectionsRoom } from '#web/connections/routes.tsx';
import { contactsRoom } from '#web/contacts/routes.tsx';
import { conversationsRoom } from '#web/conversations/routes.tsx';
import { dealsRoom } from '#web/deals/routes.tsx';
import { deliveryRoom } from '#web/delivery/routes.tsx';
import { deskRoom } from '#web/desk/routes.tsx';
import { rehearsalsRoom } from '#web/rehearsal/routes.tsx';
import { galleryRoom } from '#web/flows/gallery/routes.tsx';
import { policyRoom } from '#web/policy/routes.tsx';
import { flowsRoom } from '#web/flows/routes.tsx';
import { helpRoom } from '#web/help/routes.tsx';
import { ideasRoom } from '#web/ideas/routes.tsx';
import { importsRoom } from '#web/imports/routes.tsx';
import { announcementsRoom } from '#web/announcements/routes.tsx';
import { insightsRoom } from '#web/insights/routes.tsx';
import { integrationsRoom } from '#web/integrations/routes.tsx';
import { partnersRoom } from '#web/partners/routes.tsx';
import { qualityRoom } from '#web/quality/routes.tsx';
import { declareRooms } from '#web/lib/pages/declared-rooms.ts';
import { bookingRoom } from '#web/booking/routes.tsx';
import { linksRoom } from '#web/links/routes.tsx';
import { mailingsRoom } from '#web/mailings/routes.tsx';
import { templatesRoom } from '#web/templates/routes.tsx';
import { textsRoom } from '#web/texts/routes.tsx';
import { repliesRoom } from '#web/replies/routes.tsx';
import { reviewsRoom } from '#web/reviews/routes.tsx';
import { widgetsRoom } from '#web/widgets/routes.tsx';
import { onboardingRoom } from '#web/onboarding/routes.tsx';
import { transfersRoom } from '#web/transfers/routes.tsx';
import { waitlistRoom } from '#web/waitlist/routes.tsx';

/** Every room that has screens. A room adds itself here; `lib/room.ts` says what it gives. */
export const rooms = declareRooms([
  authRoom,
  billingRoom,
  channelsRoom,
  connectionsRoom,
  marketplaceRoom,
  contactsRoom,
  audiencesRoom,
  importsRoom,
  dealsRoom,
  conversationsRoom,
  deliveryRoom,
  deskRoom,
  flowsRoom,
  mailingsRoom,
  transfersRoom,
  waitlistRoom,
  chatbotsRoom,
  assistantsRoom,
  policyRoom,
  linksRoom,
  bookingRoom,
  galleryRoom,
  rehearsalsRoom,
  insightsRoom,
  integrationsRoom,
  reviewsRoom,
  repliesRoom,
  widgetsRoom,
  announcementsRoom,
  helpRoom,
  ideasRoom,
  onboardingRoom,
  textsRoom,
  templatesRoom,
  qualityRoom,
  partnersRoom,
  adminRoom,
]);
