import type { Endpoint } from './endpoint.ts';

/** Every module that declares calls; a new one is added here. */
type Modules =
  | typeof import('./admin.ts')
  | typeof import('./api-events.ts')
  | typeof import('./api-tokens.ts')
  | typeof import('./audience-choices.ts')
  | typeof import('./audience-segments.ts')
  | typeof import('./auth.ts')
  | typeof import('./booking-buttons.ts')
  | typeof import('./booking.ts')
  | typeof import('./cascade.ts')
  | typeof import('./channel-partners.ts')
  | typeof import('./channel-stops.ts')
  | typeof import('./channels.ts')
  | typeof import('./config.ts')
  | typeof import('./connection-stops.ts')
  | typeof import('./connections.ts')
  | typeof import('./consents.ts')
  | typeof import('./contact-tags.ts')
  | typeof import('./contacts.ts')
  | typeof import('./conversations-answers.ts')
  | typeof import('./conversations-work.ts')
  | typeof import('./conversations.ts')
  | typeof import('./delivery.ts')
  | typeof import('./flow-bulk.ts')
  | typeof import('./flow-list.ts')
  | typeof import('./flow-reach.ts')
  | typeof import('./flow-templates.ts')
  | typeof import('./flow-texts.ts')
  | typeof import('./flow-transfers.ts')
  | typeof import('./flow-trials.ts')
  | typeof import('./flow-versions.ts')
  | typeof import('./flows.ts')
  | typeof import('./imports.ts')
  | typeof import('./insights-conversion.ts')
  | typeof import('./insights-results.ts')
  | typeof import('./insights.ts')
  | typeof import('./links.ts')
  | typeof import('./mailing-bulk.ts')
  | typeof import('./mailing-check.ts')
  | typeof import('./mailing-results.ts')
  | typeof import('./mailing-runs.ts')
  | typeof import('./mailing-texts.ts')
  | typeof import('./mailing-transfers.ts')
  | typeof import('./mailing-trials.ts')
  | typeof import('./mailing-versions.ts')
  | typeof import('./mailings.ts')
  | typeof import('./marketplace.ts')
  | typeof import('./onboarding.ts')
  | typeof import('./opt-outs.ts')
  | typeof import('./orders.ts')
  | typeof import('./pairing-sign-in.ts')
  | typeof import('./pairing.ts')
  | typeof import('./policy.ts')
  | typeof import('./public-appearance.ts')
  | typeof import('./qr-pages.ts')
  | typeof import('./rehearsal.ts')
  | typeof import('./review-widgets.ts')
  | typeof import('./reviews.ts')
  | typeof import('./senders.ts')
  | typeof import('./subscribers.ts')
  | typeof import('./table-requests.ts')
  | typeof import('./templates.ts')
  | typeof import('./visits.ts')
  | typeof import('./waitlist.ts');

type DeclaredIn<Module> = Module extends unknown ? Extract<Module[keyof Module], Endpoint> : never;

/**
 * Every declared call by its method and path, e.g. `GET /api/v1/flows/:flowId`.
 *
 * Types only: a caller names a call by this key, the compiler checks the rest against the declaration, and no
 * declaration is loaded at run time.
 */
export type Calls = { [Call in DeclaredIn<Modules> as `${Call['method']} ${Call['path']}`]: Call };
