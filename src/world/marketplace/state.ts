/** Our product as the vendor lists it: what its developer entered in the vendor's console. */
export type ListedApplication = {
  id: number;
  title: string;
  /** Address the owner is sent to after the consent; null: the product's own page. */
  redirectUrl: string | null;
  /** Where the vendor posts what becomes of an install; null: the product's own address. */
  callbackUrl: string | null;
  /** The checkbox "transmit user data". */
  sendsUserData: boolean;
  /** The user who joins a branch that installs the application. */
  systemUserId: number;
};

export type InstallStatus = 'pending' | 'active' | 'freeze' | 'uninstalled';

/** An application in one branch. */
export type BranchInstall = {
  companyId: number;
  applicationId: number;
  status: InstallStatus;
  /** When the owner consented last, epoch milliseconds. */
  consentedAt: number;
  /** Entered into the branch's hooks by the application. */
  webhookUrls: string[];
  apiKey: string | null;
  logs: { at: number; from: InstallStatus | null; to: InstallStatus; source: 'user' | 'partner' | 'system' }[];
};

export type MarketplaceState = { applications: ListedApplication[]; installs: BranchInstall[] };

/** The vendor drops a consent that was not answered for so long. */
export const CONSENT_MS = 3_600_000;
