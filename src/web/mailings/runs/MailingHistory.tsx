import { lazy } from 'react';
import type { Mailing } from '#contract/mailings/calls.ts';
import { loadTexts } from '#web/lib/format/i18n.ts';
import { HistoryButton } from '#web/senders/versions/HistoryButton.tsx';

const MailingVersions = lazy(async () => {
  const [{ MailingVersions: versions }] = await Promise.all([
    import('#web/mailings/editor/MailingVersions.tsx'),
    loadTexts(['audiences']),
  ]);
  return { default: versions };
});

/** Button that opens the versions of a mailing. */
export function MailingHistory({ mailing }: { mailing: Mailing }) {
  return (
    <HistoryButton>
      <MailingVersions mailing={mailing} />
    </HistoryButton>
  );
}
