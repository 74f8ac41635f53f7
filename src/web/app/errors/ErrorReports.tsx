import { useEffect } from 'react';
import { clientConfig } from '#web/lib/api/config.ts';
import { useLanguage } from '#web/lib/format/i18n.ts';
import { loadChunk } from '#web/lib/pages/load-chunk.ts';

/** Reports unexpected errors of the page to the operator's service, where one is configured. */
export function ErrorReports() {
  const url = clientConfig()?.errorReportUrl;
  const language = useLanguage();
  useEffect(() => {
    if (!url) return;
    const end = loadChunk('error-reports', () => import('./error-reports.ts')).then(({ startErrorReports }) =>
      startErrorReports(url, language),
    );
    return () => void end.then((stop) => stop());
  }, [url, language]);
  return null;
}
