import { NativeSelect, TextInput } from '@mantine/core';
import type { RfmDashboard } from '#contract/audiences/rfm.ts';
import { LONGEST_RFM_TITLE, RFM_MONTHS } from '#contract/audiences/values.ts';
import type { BranchId } from '#contract/connections/calls.ts';
import { useVisitOptions } from '#web/audiences/use-condition-choices.ts';
import { idIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { ManySelect } from '#web/ui/fields/ManySelect.tsx';
import { SearchSelect } from '#web/ui/fields/SearchSelect.tsx';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import type { RfmSettings } from './use-rfm.ts';

const schema = async () => (await import('#contract/audiences/rfm.ts')).createRfm.body;

const EMPTY: RfmSettings = { title: '', branchId: null, serviceIds: [], categoryTitle: null, months: 12 };

type Props = {
  title: string;
  initial?: RfmSettings;
  save: (settings: RfmSettings) => Promise<RfmDashboard>;
  onSaved: (dashboard: RfmDashboard) => void;
  onClose: () => void;
};

/** Edits a dashboard: its name, branch, services and months. */
export function RfmSettingsDialog({ title, initial = EMPTY, save, onSaved, onClose }: Props) {
  const t = useTexts();
  const options = useVisitOptions();
  const { branches = [], services = [] } = options.data ?? {};
  const editor = useContractForm<RfmSettings>({
    schema,
    initial,
    submit: async (values) => onSaved(await save(values)),
  });
  const { form, field } = editor;
  const { branchId, serviceIds, categoryTitle, months } = form.getValues();
  const ofBranch = services.filter((one) => branchId === null || one.branchId === branchId);
  const categories = [...new Set(ofBranch.flatMap((one) => one.categoryTitle ?? []))].toSorted();
  return (
    <Dialog title={title} onClose={onClose}>
      <FormBody form={editor} submit={t('insights:rfm.save')} isDialog>
        <TextInput
          label={t('insights:rfm.field.title')}
          maxLength={LONGEST_RFM_TITLE}
          data-autofocus
          {...field('title')}
        />
        {branches.length > 1 && (
          <SearchSelect
            label={t('insights:conversion.branch')}
            placeholder={t('insights:conversion.branch_any')}
            clearable
            value={branchId}
            data={branches.map((one) => ({ value: one.id, label: one.title }))}
            onChange={(value) => form.setValues({ branchId: idIn<BranchId>(value) ?? null, serviceIds: [] })}
          />
        )}
        {categories.length > 0 && serviceIds.length === 0 && (
          <SearchSelect
            label={t('insights:rfm.field.category')}
            placeholder={t('insights:rfm.field.category_any')}
            clearable
            value={categoryTitle}
            data={categories}
            onChange={(value) => form.setFieldValue('categoryTitle', value)}
          />
        )}
        {services.length > 0 && categoryTitle === null && (
          <ManySelect
            label={t('insights:rfm.field.services')}
            description={t('insights:rfm.field.services_help')}
            placeholder={t('insights:rfm.field.services_any')}
            data={ofBranch.map((one) => ({ value: one.id, label: one.title }))}
            value={serviceIds}
            onChange={(value) => form.setFieldValue('serviceIds', value)}
          />
        )}
        <NativeSelect
          label={t('insights:rfm.field.months')}
          description={t('insights:rfm.field.months_help')}
          value={String(months)}
          data={RFM_MONTHS.map((count) => ({
            value: String(count),
            label: count === null ? t('insights:rfm.all_time') : t('insights:cohorts.months', { count }),
          }))}
          onChange={({ currentTarget }) =>
            form.setFieldValue('months', RFM_MONTHS.find((one) => String(one) === currentTarget.value) ?? null)
          }
        />
      </FormBody>
    </Dialog>
  );
}
