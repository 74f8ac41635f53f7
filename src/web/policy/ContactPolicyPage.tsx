import type { ContactPolicy } from '#contract/policy/calls.ts';
import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { clock } from './hours.ts';
import { Conflicts } from './Conflicts.tsx';
import classes from './policy.module.css';
import { PolicyDone } from './PolicyDone.tsx';
import { PolicyForm } from './PolicyForm.tsx';
import { usePolicy, usePolicyReport } from './use-policy.ts';

/** Route: /contact-policy */
export function ContactPolicyPage() {
  const t = useTexts();
  const policy = usePolicy();
  const report = usePolicyReport();
  const [draft, setDraft] = useState<ContactPolicy | null>(null);
  const isOwner = useCurrentUser().memberRole === 'owner';
  const failed = [policy, report].find(({ isError, data }) => isError && !data);

  return (
    <>
      <PageHead title={t('policy:title')} state={policy.data && <PolicyInWords policy={policy.data} />} />
      {failed?.error && <Failure error={failed.error} onRetry={failed.refetch} />}
      {!failed && (policy.isPending || report.isPending) && (
        <Loading>
          <Skeleton height={170} mb={16} />
          <Skeleton height={170} mb={16} />
          <Skeleton height={240} />
        </Loading>
      )}
      {policy.data && report.data && (
        <div className={classes.page}>
          <PolicyForm
            saved={policy.data}
            draft={draft ?? policy.data}
            order={report.data.order}
            isOwner={isOwner}
            onChange={setDraft}
            onSaved={() => setDraft(null)}
          />
          <Conflicts />
          <PolicyDone report={report.data} />
        </div>
      )}
    </>
  );
}

/** "From 22:00 to 8:00 we are silent; at most 4 promotions in 7 days." */
function PolicyInWords({ policy }: { policy: ContactPolicy }) {
  const t = useTexts();
  const { quietFromHour: from, quietToHour: to, marketingLimit: limit, marketingDays } = policy;
  const days = t('policy:days_in', { count: marketingDays });
  return [
    from === to ? t('policy:state.no_quiet') : t('policy:state.quiet', { from: clock(from), to: clock(to) }),
    limit === 0 ? t('policy:state.no_marketing') : t('policy:state.budget', { count: limit, days }),
  ].join(' ');
}
