import { NativeSelect } from '@mantine/core';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useDealAccounts } from '#web/deals/use-deals.ts';
import type { FlowForm } from './flow-form.ts';

/** The stage to which the deal is moved once the message is sent. */
export function MoveDealOption({ form }: { form: FlowForm }) {
  const t = useTexts();
  const { data } = useDealAccounts();
  const { options } = form.settings;
  const { moveDeal } = options;
  if (moveDeal === undefined || !data) return null;
  const pipelines = data.accounts.flatMap((account) =>
    account.pipelines.map(({ title, stages }) => ({
      group: data.accounts.length > 1 ? `${account.title}: ${title}` : title,
      stages,
    })),
  );
  const stages = pipelines.flatMap((pipeline) => pipeline.stages);
  const isGone = moveDeal !== null && stages.every(({ id }) => id !== moveDeal.stageId);
  return (
    <NativeSelect
      label={t('audiences:options.move_deal')}
      description={t('audiences:options.move_deal_help')}
      value={moveDeal?.stageId ?? ''}
      error={isGone ? t('audiences:gone') : form.errorOf('settings.options.moveDeal')}
      data={[
        { value: '', label: t('audiences:options.move_deal_none') },
        ...pipelines.map((pipeline) => ({
          group: pipeline.group,
          items: pipeline.stages.map(({ id, title }) => ({ value: id, label: title })),
        })),
        ...(isGone ? [{ value: moveDeal.stageId, label: t('audiences:gone') }] : []),
      ]}
      onChange={({ currentTarget: { value } }) => {
        const stage = stages.find(({ id }) => id === value);
        form.change({ options: { ...options, moveDeal: stage ? { stageId: stage.id } : null } });
      }}
    />
  );
}
