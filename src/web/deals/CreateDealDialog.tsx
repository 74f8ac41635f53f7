import { NativeSelect, Text, TextInput } from '@mantine/core';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { DealAccount } from '#contract/deals/calls.ts';
import { LONGEST_DEAL_TITLE } from '#contract/deals/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { MoneyField } from '#web/ui/fields/MoneyField.tsx';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { useCreateDeal, useDealAccounts } from './use-deals.ts';

const schema = async () => (await import('#contract/deals/calls.ts')).createDeal.body;

type Props = { contactId: ContactId; name: string; hasPhone: boolean; onClose: () => void };

/** Creates a deal of a contact in a CRM. */
export function CreateDealDialog(props: Props) {
  const t = useTexts();
  const { data } = useDealAccounts();
  const [first] = data?.accounts ?? [];
  return (
    <Dialog title={t('deals:create.title')} onClose={props.onClose}>
      {!props.hasPhone && <Text>{t('deals:create.no_phone')}</Text>}
      {props.hasPhone && first && data && <DealForm {...props} accounts={data.accounts} first={first} />}
    </Dialog>
  );
}

type DealValues = { branchId: string; title: string; stageId: string; priceMinor: number | null };

function DealForm({
  contactId,
  name,
  onClose,
  accounts,
  first,
}: Props & { accounts: readonly DealAccount[]; first: DealAccount }) {
  const t = useTexts();
  const create = useCreateDeal();
  const accountOf = (id: string) => accounts.find(({ branchId }) => branchId === id) ?? first;
  const asBody = ({ branchId, title, stageId, priceMinor }: DealValues) => {
    const account = accountOf(branchId);
    const stages = account.pipelines.flatMap((pipeline) => pipeline.stages);
    return {
      branchId: account.branchId,
      contactId,
      title,
      stageId: stages.find(({ id }) => id === stageId)?.id ?? null,
      priceMinor,
    };
  };
  const form = useContractForm({
    schema,
    initial: {
      branchId: first.branchId,
      title: name,
      stageId: '',
      priceMinor: null,
    } satisfies DealValues as DealValues,
    asBody,
    submit: async (values) => {
      await create.mutateAsync(asBody(values));
      onClose();
    },
  });
  const account = accountOf(form.form.values.branchId);
  return (
    <FormBody form={form} isDialog submit={t('deals:create.submit')}>
      {accounts.length > 1 && (
        <NativeSelect
          label={t('deals:create.account')}
          data={accounts.map(({ branchId, title }) => ({ value: branchId, label: title }))}
          {...form.field('branchId')}
        />
      )}
      <TextInput
        label={t('deals:create.name')}
        maxLength={LONGEST_DEAL_TITLE}
        data-autofocus
        {...form.field('title')}
      />
      <NativeSelect
        label={t('deals:create.stage')}
        data={[
          { value: '', label: t('deals:create.first_stage') },
          ...account.pipelines.map(({ title, stages }) => ({
            group: title,
            items: stages.map((stage) => ({ value: stage.id, label: stage.title })),
          })),
        ]}
        {...form.field('stageId')}
      />
      <MoneyField
        label={t('deals:create.sum', { currency: account.currency })}
        currency={account.currency}
        value={form.form.values.priceMinor}
        error={form.field('priceMinor').error}
        onChange={(minor) => form.form.setFieldValue('priceMinor', minor)}
      />
    </FormBody>
  );
}
