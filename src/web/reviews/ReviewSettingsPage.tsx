import { Select, Skeleton } from '@mantine/core';
import { useState } from 'react';
import type { ReviewWidget } from '#contract/reviews/widgets.ts';
import type { BranchId } from '#contract/connections/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { idIn } from '#web/lib/api/known.ts';
import { OvertakenAlert } from '#web/lib/forms/OvertakenAlert.tsx';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { SplitEditor } from '#web/ui/layout/SplitEditor.tsx';
import classes from './reviews.module.css';
import { ReviewPagePreview } from './ReviewPagePreview.tsx';
import { ReviewSettingsForm, type TypedWidget } from './ReviewSettingsForm.tsx';
import { useReviewWidgets } from './use-reviews.ts';

const readSearch = (search: Readonly<Record<string, unknown>>) => ({ branchId: idIn<BranchId>(search['branchId']) });

/** Route: /widgets/review */
export function ReviewSettingsPage() {
  const t = useTexts();
  const [{ branchId }, setState] = useUrlState(readSearch);
  const widgets = useReviewWidgets();
  const { data } = widgets;
  const [whole] = data?.widgets ?? [];
  const own = data?.widgets.find((one) => one.branchId === (branchId ?? null));
  const branch = data?.branches.find(({ id }) => id === branchId);
  const shown = own ?? (whole && branch && withBranch(whole, branch)) ?? whole;
  return (
    <>
      <PageHead
        backTo="/widgets"
        title={t('reviews:settings.title')}
        state={shown && t(shown.isOn ? 'reviews:settings.state_on' : 'reviews:settings.state_off')}
      />
      {widgets.isError && !data && <Failure error={widgets.error} onRetry={widgets.refetch} />}
      {widgets.isPending && (
        <Loading>
          <Skeleton height={520} />
        </Loading>
      )}
      {data && data.branches.length > 1 && (
        <Select
          className={classes.choice}
          mb="md"
          label={t('reviews:settings.branch')}
          allowDeselect={false}
          value={branchId ?? ''}
          data={[
            { value: '', label: t('reviews:settings.all_branches') },
            ...data.branches.map(({ id, title }) => ({
              value: id,
              label: data.widgets.some((one) => one.branchId === id) ? t('reviews:settings.own', { title }) : title,
            })),
          ]}
          onChange={(value) => setState({ branchId: idIn<BranchId>(value ?? undefined) })}
        />
      )}
      {shown && <Editor key={shown.branchId ?? ''} saved={shown} />}
    </>
  );
}

/** The page of all branches as the beginning of a branch's own. */
function withBranch(whole: ReviewWidget, { id, title }: { id: BranchId; title: string }): ReviewWidget {
  return { ...whole, id: null, branchId: id, branchTitle: title, name: title.slice(0, 80), version: 0, link: null };
}

function Editor({ saved }: { saved: ReviewWidget }) {
  const t = useTexts();
  const [typed, setTyped] = useState<TypedWidget | null>(null);
  const present = typed ?? { ...saved, baseVersion: saved.version };
  return (
    <SplitEditor
      form={
        <>
          <ReviewSettingsForm saved={saved} typed={present} isChanged={typed !== null} onChange={setTyped} />
          {typed && typed.baseVersion !== saved.version && (
            <OvertakenAlert
              title={t('reviews:settings.overtaken')}
              overtaking={{
                loadSaved: () => setTyped(null),
                keepEdited: () => setTyped({ ...typed, baseVersion: saved.version }),
              }}
            />
          )}
        </>
      }
      preview={<ReviewPagePreview settings={present.settings} />}
    />
  );
}
