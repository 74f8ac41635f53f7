import { clientConfig, type ClientConfig } from '#contract/config.ts';
import type { Config } from '#server/platform/deployment/config.ts';
import type { Serve } from '#server/platform/calls/serve.ts';

/** Serves what the web side needs to know about this deployment before sign-in. */
export function serveClientConfig(serve: Serve): void {
  serve(clientConfig, async ({ config }) => clientConfigOf(config));
}

export function clientConfigOf(config: Config): ClientConfig {
  const googleClientId = config.google.clientIds[0] ?? null;
  return {
    googleClientId,
    googleAuthUrl: googleClientId && config.google.authUrl,
    isDemo: config.isDemo,
    worldUrl: config.worldUrl ?? null,
    support: config.support,
    maxFileMegabytes: config.maxFileMegabytes,
    referral: config.referral,
    errorReportUrl: config.errorReportUrl,
    pageViews: config.pageViews,
  };
}
