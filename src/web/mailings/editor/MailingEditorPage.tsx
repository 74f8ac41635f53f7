import { useParams } from '@tanstack/react-router';
import { lazy } from 'react';
import type { MailingId } from '#contract/mailings/calls.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { loadTexts } from '#web/lib/format/i18n.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import { mailingSender } from '#web/mailings/mailing-sender.ts';
import { MailingHistory } from '#web/mailings/runs/MailingHistory.tsx';
import { isFixed } from '#web/mailings/runs/run-figures.ts';
import { useMailing } from '#web/mailings/use-mailings.ts';
import { OpenedSender } from '#web/senders/editor/OpenedSender.tsx';
import { stepsOf } from './steps.ts';

// NOTE: a mailing that has ended has no form, so its page does not load the editor.
const MailingEditor = lazy(async () => ({ default: (await import('./MailingEditor.tsx')).MailingEditor }));
const MailingRecord = lazy(async () => {
  const [{ MailingRecord: record }] = await Promise.all([
    import('#web/mailings/runs/MailingRecord.tsx'),
    loadTexts(['audiences', 'sentences', 'rules']),
  ]);
  return { default: record };
});

/** Route: /distributions/edit/{id}/{step?} */
export function MailingEditorPage() {
  const mailingId = usePathId<MailingId>('mailingId');
  const { step } = useParams({ strict: false });
  return (
    <OpenedSender sender={mailingSender} query={useMailing(mailingId)} heights={[42, 420]}>
      {(mailing, { key, onRenew }) => {
        const history = <MailingHistory mailing={mailing} />;
        if (isFixed(mailing)) return <MailingRecord mailing={mailing} history={history} />;
        const shown = wordIn(stepsOf(mailing), step) ?? (mailing.status === 'none' ? 'who' : 'what');
        return <MailingEditor key={key} mailing={mailing} step={shown} history={history} onRenew={onRenew} />;
      }}
    </OpenedSender>
  );
}
