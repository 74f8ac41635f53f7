import { authRoom } from '#web/auth/routes.tsx';
import { channelsRoom } from '#web/channels/routes.tsx';
import { marketplaceRoom } from '#web/connections/marketplace-routes.tsx';
import { connectionsRoom } from '#web/connections/routes.tsx';
import { contactsRoom } from '#web/contacts/routes.tsx';
import { deliveryRoom } from '#web/delivery/routes.tsx';
import { rehearsalsRoom } from '#web/rehearsal/routes.tsx';
import { galleryRoom } from '#web/flows/gallery/routes.tsx';
import { policyRoom } from '#web/policy/routes.tsx';
import { flowsRoom } from '#web/flows/routes.tsx';
import { insightsRoom } from '#web/insights/routes.tsx';
import { integrationsRoom } from '#web/integrations/routes.tsx';
import type { Room } from '#web/lib/room.ts';
import { onboardingRoom } from '#web/onboarding/routes.tsx';

/** Every room that has screens. A room adds itself here; `lib/room.ts` says what it gives. */
export const rooms: readonly Room[] = [
  authRoom,
  channelsRoom,
  connectionsRoom,
  marketplaceRoom,
  contactsRoom,
  deliveryRoom,
  flowsRoom,
  policyRoom,
  galleryRoom,
  rehearsalsRoom,
  insightsRoom,
  integrationsRoom,
  onboardingRoom,
];
