import type * as admin from './admin.ts';
import type * as apiEvents from './api-events.ts';
import type * as apiTokens from './api-tokens.ts';
import type * as audienceSegments from './audience-segments.ts';
import type * as auth from './auth.ts';
import type * as booking from './booking.ts';
import type * as bookingButtons from './booking-buttons.ts';
import type * as cascade from './cascade.ts';
import type * as channelPartners from './channel-partners.ts';
import type * as channelStops from './channel-stops.ts';
import type * as channels from './channels.ts';
import type * as config from './config.ts';
import type * as connectionStops from './connection-stops.ts';
import type * as connections from './connections.ts';
import type * as consents from './consents.ts';
import type * as contactPolicy from './policy.ts';
import type * as contactTags from './contact-tags.ts';
import type * as contacts from './contacts.ts';
import type * as conversations from './conversations.ts';
import type * as conversationAnswers from './conversations-answers.ts';
import type * as conversationWork from './conversations-work.ts';
import type * as delivery from './delivery.ts';
import type { Endpoint } from './endpoint.ts';
import type * as flowBulk from './flow-bulk.ts';
import type * as flowChoices from './audience-choices.ts';
import type * as flowList from './flow-list.ts';
import type * as flowReach from './flow-reach.ts';
import type * as flowTemplates from './flow-templates.ts';
import type * as flowRehearsals from './rehearsal.ts';
import type * as flowTexts from './flow-texts.ts';
import type * as flowTransfers from './flow-transfers.ts';
import type * as flowTrials from './flow-trials.ts';
import type * as flowVersions from './flow-versions.ts';
import type * as flows from './flows.ts';
import type * as imports from './imports.ts';
import type * as pairing from './pairing.ts';
import type * as pairingSignIn from './pairing-sign-in.ts';
import type * as links from './links.ts';
import type * as mailings from './mailings.ts';
import type * as mailingResults from './mailing-results.ts';
import type * as mailingRuns from './mailing-runs.ts';
import type * as mailingBulk from './mailing-bulk.ts';
import type * as mailingCheck from './mailing-check.ts';
import type * as mailingTransfers from './mailing-transfers.ts';
import type * as mailingTrials from './mailing-trials.ts';
import type * as mailingTexts from './mailing-texts.ts';
import type * as mailingVersions from './mailing-versions.ts';
import type * as marketplace from './marketplace.ts';
import type * as insights from './insights.ts';
import type * as insightsConversion from './insights-conversion.ts';
import type * as insightsResults from './insights-results.ts';
import type * as onboarding from './onboarding.ts';
import type * as optOuts from './opt-outs.ts';
import type * as orders from './orders.ts';
import type * as reviews from './reviews.ts';
import type * as reviewWidgets from './review-widgets.ts';
import type * as qrPages from './qr-pages.ts';
import type * as subscribers from './subscribers.ts';
import type * as publicAppearance from './public-appearance.ts';
import type * as senders from './senders.ts';
import type * as tableRequests from './table-requests.ts';
import type * as templates from './templates.ts';
import type * as visits from './visits.ts';
import type * as waitlist from './waitlist.ts';

type DeclaredIn<Room> = Extract<Room[keyof Room], Endpoint>;

type Declared =
  | DeclaredIn<typeof admin>
  | DeclaredIn<typeof apiEvents>
  | DeclaredIn<typeof apiTokens>
  | DeclaredIn<typeof audienceSegments>
  | DeclaredIn<typeof auth>
  | DeclaredIn<typeof booking>
  | DeclaredIn<typeof bookingButtons>
  | DeclaredIn<typeof tableRequests>
  | DeclaredIn<typeof cascade>
  | DeclaredIn<typeof channelStops>
  | DeclaredIn<typeof channels>
  | DeclaredIn<typeof channelPartners>
  | DeclaredIn<typeof pairing>
  | DeclaredIn<typeof pairingSignIn>
  | DeclaredIn<typeof config>
  | DeclaredIn<typeof connectionStops>
  | DeclaredIn<typeof connections>
  | DeclaredIn<typeof consents>
  | DeclaredIn<typeof contactPolicy>
  | DeclaredIn<typeof contactTags>
  | DeclaredIn<typeof contacts>
  | DeclaredIn<typeof optOuts>
  | DeclaredIn<typeof imports>
  | DeclaredIn<typeof subscribers>
  | DeclaredIn<typeof conversations>
  | DeclaredIn<typeof conversationAnswers>
  | DeclaredIn<typeof conversationWork>
  | DeclaredIn<typeof delivery>
  | DeclaredIn<typeof flowBulk>
  | DeclaredIn<typeof flowChoices>
  | DeclaredIn<typeof flowList>
  | DeclaredIn<typeof flowRehearsals>
  | DeclaredIn<typeof flowReach>
  | DeclaredIn<typeof flowTemplates>
  | DeclaredIn<typeof flowTexts>
  | DeclaredIn<typeof flowTransfers>
  | DeclaredIn<typeof flowTrials>
  | DeclaredIn<typeof flowVersions>
  | DeclaredIn<typeof flows>
  | DeclaredIn<typeof links>
  | DeclaredIn<typeof mailings>
  | DeclaredIn<typeof mailingResults>
  | DeclaredIn<typeof mailingRuns>
  | DeclaredIn<typeof mailingBulk>
  | DeclaredIn<typeof mailingCheck>
  | DeclaredIn<typeof mailingTexts>
  | DeclaredIn<typeof mailingTransfers>
  | DeclaredIn<typeof mailingTrials>
  | DeclaredIn<typeof mailingVersions>
  | DeclaredIn<typeof marketplace>
  | DeclaredIn<typeof insights>
  | DeclaredIn<typeof insightsConversion>
  | DeclaredIn<typeof insightsResults>
  | DeclaredIn<typeof onboarding>
  | DeclaredIn<typeof orders>
  | DeclaredIn<typeof publicAppearance>
  | DeclaredIn<typeof reviews>
  | DeclaredIn<typeof reviewWidgets>
  | DeclaredIn<typeof qrPages>
  | DeclaredIn<typeof senders>
  | DeclaredIn<typeof templates>
  | DeclaredIn<typeof visits>
  | DeclaredIn<typeof waitlist>;

/**
 * Every declared call by its method and path, e.g. `GET /api/v1/flows/:flowId`.
 *
 * Types only: a caller names a call by this key, the compiler checks the rest against the declaration, and no
 * declaration
 * is loaded at run time.
 */
export type Calls = { [Call in Declared as `${Call['method']} ${Call['path']}`]: Call };
