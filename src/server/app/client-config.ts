import { clientConfig } from '#contract/config.ts';
import type { Serve } from '#server/platform/serve.ts';

/** Serves what the web side needs to know about this deployment before sign-in. */
export function serveClientConfig(serve: Serve): void {
  serve(clientConfig, async ({ config }) => {
    const googleClientId = config.google.clientIds[0] ?? null;
    return {
      googleClientId,
      googleAuthUrl: googleClientId && config.google.authUrl,
      isDemo: config.isDemo,
      worldUrl: config.worldUrl ?? null,
      support: config.support,
      maxFileMegabytes: config.maxFileMegabytes,
      errorReportUrl: config.errorReportUrl,
    };
  });
}
