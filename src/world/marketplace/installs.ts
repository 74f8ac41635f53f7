import { found } from '../values/control-error.ts';
import type { Platform } from '../yclients/platform.ts';
import type { Company } from '../yclients/state.ts';
import { type BranchInstall, CONSENT_MS, type InstallStatus, type ListedApplication } from './state.ts';

/** The install of an application in a branch, as it is now: a consent nobody answered is over after an hour. */
export function installOf(platform: Platform, companyId: number, applicationId: number): BranchInstall | undefined {
  const install = platform.state.marketplace.installs.find(
    (one) => one.companyId === companyId && one.applicationId === applicationId,
  );
  if (install?.status === 'pending' && platform.sim.clock.now() - install.consentedAt >= CONSENT_MS)
    become(platform, install, 'uninstalled', 'system');
  return install;
}

/** The owner consents: from now on the application has an hour to answer. One that is active stays so. */
export function consent(platform: Platform, companyId: number, application: ListedApplication): BranchInstall {
  const known = installOf(platform, companyId, application.id);
  const consentedAt = platform.sim.clock.now();
  if (known) {
    known.consentedAt = consentedAt;
    if (known.status !== 'active') become(platform, known, 'pending', 'user');
    return known;
  }
  const install: BranchInstall = {
    companyId,
    applicationId: application.id,
    status: 'pending',
    consentedAt,
    webhookUrls: [],
    apiKey: null,
    logs: [{ at: consentedAt, from: null, to: 'pending', source: 'user' }],
  };
  platform.state.marketplace.installs.push(install);
  platform.changed();
  return install;
}

/** The application answered: its system user joins the branch, and its addresses receive every event. */
export function activate(platform: Platform, install: BranchInstall, given: { apiKey: string; urls: string[] }): void {
  install.apiKey = given.apiKey;
  install.webhookUrls = given.urls;
  const company = companyOf(platform, install);
  const user = systemUserOf(platform, install);
  if (!user.companyIds.includes(company.id)) user.companyIds.push(company.id);
  company.hooks.urls = [...new Set([...company.hooks.urls, ...given.urls])];
  Object.assign(company.hooks, { active: 1, record: 1, client: 1, service: 1, master: 1 });
  become(platform, install, 'active', 'partner');
}

/** Access and events stop at once. */
export function uninstall(platform: Platform, install: BranchInstall, source: 'user' | 'partner'): void {
  const company = companyOf(platform, install);
  const user = systemUserOf(platform, install);
  user.companyIds = user.companyIds.filter((id) => id !== company.id);
  company.hooks.urls = company.hooks.urls.filter((url) => !install.webhookUrls.includes(url));
  install.webhookUrls = [];
  become(platform, install, 'uninstalled', source);
}

export function become(
  platform: Platform,
  install: BranchInstall,
  status: InstallStatus,
  source: BranchInstall['logs'][number]['source'],
): void {
  if (install.status !== status)
    install.logs.push({ at: platform.sim.clock.now(), from: install.status, to: status, source });
  install.status = status;
  platform.changed();
}

function companyOf({ state }: Platform, { companyId }: BranchInstall): Company {
  return found(
    state.companies.find((one) => one.id === companyId),
    'company',
  );
}

function systemUserOf({ state }: Platform, { applicationId }: BranchInstall) {
  const application = state.marketplace.applications.find((one) => one.id === applicationId);
  return found(
    state.users.find((one) => one.id === application?.systemUserId),
    'user',
  );
}
