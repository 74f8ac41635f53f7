import type { MarketplaceKind } from '#contract/marketplace.ts';
import type { Asker, ProviderResult, SourceContext } from './port.ts';

/** Every marketplace the product is in. */
export type Marketplaces = ReadonlyMap<MarketplaceKind, Marketplace>;

/** Of actions that speak to marketplaces. */
export type MarketplaceContext = SourceContext & { readonly marketplaces: Marketplaces };

/** A branch of the vendor's and an application of ours, by the vendor's ids. */
export type Application = { branchId: string; applicationId: string };

/**
 * Where the vendor has the application for a branch.
 *
 * - `pending`: the owner consented and the vendor waits for our activation.
 * - `active`: activated; our system user reads the branch.
 * - `frozen`: the paid period is over.
 * - `none`: not installed, or not any more.
 * - `unknown`: a word the vendor does not document.
 */
export type MarketplaceStatus = 'pending' | 'active' | 'frozen' | 'none' | 'unknown';

/**
 * What the product needs from a vendor's marketplace; asked with our partner's token alone. Calls never throw for what
 * the vendor says.
 */
export type Marketplace = {
  kind: MarketplaceKind;
  statusOf(asker: Asker, application: Application): Promise<ProviderResult<MarketplaceStatus>>;
  /**
   * Finishes an install: our system user joins the branch, and its webhooks begin to post to `webhookUrl`. Safe to repeat:
   * what is activated already is activated.
   *
   * @param apiKey by which the vendor would call us; kept nowhere
   */
  activate(
    asker: Asker,
    application: Application,
    given: { webhookUrl: string; apiKey: string },
  ): Promise<ProviderResult<null>>;
  /** Takes the application out of the branch. Safe to repeat. */
  uninstall(asker: Asker, application: Application): Promise<ProviderResult<null>>;
};
