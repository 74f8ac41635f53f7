import { NativeSelect, SimpleGrid, Skeleton, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { WaitEntry, WaitEntryId, WaitPreference } from '#contract/waitlist/calls.ts';
import { useFoundContacts } from '#web/contacts/use-contacts.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { fieldText } from '#web/lib/api/problem-text.ts';
import { SendingDays } from '#web/lib/forms/SendingHours.tsx';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { SearchSelect } from '#web/ui/fields/SearchSelect.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { useAddEntry, useEntries, useSaveEntry, useVisitOptions } from './use-waitlist.ts';
import { DateField } from '#web/ui/fields/DateField.tsx';

type Props = { entryId: WaitEntryId | 'new'; onClose: () => void };

/** Adds a contact to the waiting list, or changes what they wait for. */
export function EntryDialog({ entryId, onClose }: Props) {
  const t = useTexts();
  const entries = useEntries();
  const entry = entries.data?.find(({ id }) => id === entryId);
  return (
    <Dialog title={t(entryId === 'new' ? 'waitlist:entry.add' : 'waitlist:entry.edit')} onClose={onClose}>
      {entryId !== 'new' && !entry ? (
        <Loading>
          <Skeleton height={280} />
        </Loading>
      ) : (
        <EntryForm entry={entry ?? null} onClose={onClose} />
      )}
    </Dialog>
  );
}

type Typed = {
  contactId: ContactId | null;
  preference: WaitPreference;
  comment: string;
};

const ANY: WaitPreference = {
  branchId: null,
  serviceId: null,
  masterId: null,
  weekdays: [],
  fromHour: 0,
  untilHour: 24,
  firstDay: null,
  lastDay: null,
};

const HOURS = Array.from({ length: 25 }, (_, hour) => hour);
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

function EntryForm({ entry, onClose }: { entry: WaitEntry | null; onClose: () => void }) {
  const t = useTexts();
  const add = useAddEntry();
  const save = useSaveEntry();
  const options = useVisitOptions();
  const contract = useContractForm<Typed>({
    schema: async () => {
      const { createWaitEntry, saveWaitEntry } = await import('#contract/waitlist/calls.ts');
      return entry ? saveWaitEntry.body : createWaitEntry.body;
    },
    initial: {
      contactId: entry?.contactId ?? null,
      preference: entry?.preference ?? ANY,
      comment: entry?.comment ?? '',
    },
    async submit({ contactId, preference, comment }) {
      if (entry) await save.mutateAsync({ id: entry.id, preference, comment });
      else if (contactId) await add.mutateAsync({ contactId, preference, comment });
      toast.success({ title: t(entry ? 'waitlist:entry.saved' : 'waitlist:entry.added') });
      onClose();
    },
  });
  const { form, field } = contract;
  const { contactId, preference } = form.getValues();
  const change = (part: Partial<WaitPreference>) => form.setFieldValue('preference', { ...preference, ...part });
  const ofBranch = <One extends { branchId: string }>(all: readonly One[]) =>
    all.filter(({ branchId }) => preference.branchId === null || branchId === preference.branchId);
  const errorOf = (path: string) => {
    const error = form.errors[path];
    return typeof error === 'string' ? fieldText(error, t) : undefined;
  };
  const any = { value: '', label: t('waitlist:entry.any') };
  const { branches = [], services = [], masters = [] } = options.data ?? {};
  return (
    <FormBody form={contract} isDialog submit={t(entry ? 'waitlist:entry.save' : 'waitlist:entry.submit')}>
      {!entry && (
        <ContactField
          value={contactId}
          error={errorOf('contactId')}
          onChange={(chosen) => form.setFieldValue('contactId', chosen)}
        />
      )}
      {branches.length > 1 && (
        <NativeSelect
          label={t('waitlist:column.branch')}
          data={[any, ...branches.map(({ id, title }) => ({ value: id, label: title }))]}
          value={preference.branchId ?? ''}
          onChange={({ currentTarget }) => {
            const branch = branches.find(({ id }) => id === currentTarget.value);
            change({ branchId: branch?.id ?? null, serviceId: null, masterId: null });
          }}
        />
      )}
      <NativeSelect
        label={t('waitlist:slot.service')}
        data={[any, ...ofBranch(services).map(({ id, title }) => ({ value: id, label: title }))]}
        value={preference.serviceId ?? ''}
        onChange={({ currentTarget }) => {
          const service = services.find(({ id }) => id === currentTarget.value);
          change({ serviceId: service?.id ?? null });
        }}
      />
      <NativeSelect
        label={t('waitlist:slot.master')}
        data={[any, ...ofBranch(masters).map(({ id, name }) => ({ value: id, label: name }))]}
        value={preference.masterId ?? ''}
        onChange={({ currentTarget }) => {
          const master = masters.find(({ id }) => id === currentTarget.value);
          change({ masterId: master?.id ?? null });
        }}
      />
      <SendingDays
        label={t('waitlist:entry.weekdays')}
        help={t('waitlist:entry.weekdays_help')}
        days={preference.weekdays}
        onChange={(weekdays) => change({ weekdays })}
      />
      <SimpleGrid cols={2}>
        <NativeSelect
          label={t('waitlist:entry.from_hour')}
          value={String(preference.fromHour)}
          data={HOURS.slice(0, 24).map((hour) => ({ value: String(hour), label: clock(hour) }))}
          onChange={({ currentTarget }) => change({ fromHour: Number(currentTarget.value) })}
        />
        <NativeSelect
          label={t('waitlist:entry.until_hour')}
          value={String(preference.untilHour)}
          data={HOURS.slice(1).map((hour) => ({ value: String(hour), label: clock(hour) }))}
          error={errorOf('preference.untilHour')}
          onChange={({ currentTarget }) => change({ untilHour: Number(currentTarget.value) })}
        />
        <DateField
          label={t('waitlist:entry.first_day')}
          value={preference.firstDay ?? ''}
          error={errorOf('preference.firstDay')}
          onChange={(day) => change({ firstDay: day || null })}
        />
        <DateField
          label={t('waitlist:entry.last_day')}
          value={preference.lastDay ?? ''}
          error={errorOf('preference.lastDay')}
          onChange={(day) => change({ lastDay: day || null })}
        />
      </SimpleGrid>
      <Textarea label={t('waitlist:entry.comment')} autosize minRows={2} maxLength={500} {...field('comment')} />
    </FormBody>
  );
}

const TYPING_MS = 250;

const has = (text: string, part: string) => text.toLowerCase().includes(part.trim().toLowerCase());

type ContactFieldProps = {
  value: ContactId | null;
  error: string | undefined;
  onChange: (contactId: ContactId) => void;
};

/** A contact, found by a part of the name or phone. */
function ContactField({ value, error, onChange }: ContactFieldProps) {
  const t = useTexts();
  const formatPhone = useFormatPhone();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ value: ContactId; label: string } | null>(null);
  const [searched] = useDebouncedValue(typed, TYPING_MS);
  const search = searched === chosen?.label ? '' : searched.trim();
  const found = useFoundContacts(search);
  const isSettled = searched === typed && !found.isPlaceholderData;
  const data = (found.data ?? []).map(({ id, name, phone }) => ({
    value: id,
    label: [name, phone && formatPhone(phone)].filter(Boolean).join(', ') || t('waitlist:nameless'),
  }));
  return (
    <SearchSelect
      label={t('waitlist:column.contact')}
      placeholder={t('waitlist:entry.contact_placeholder')}
      data={chosen && !data.some((one) => one.value === chosen.value) ? [chosen, ...data] : data}
      // The server searches; until it has answered, Enter must not choose a client whom it would not find.
      filter={({ options }) => (isSettled ? options : options.filter((one) => 'label' in one && has(one.label, typed)))}
      {...(!isSettled && { nothingFoundMessage: null })}
      value={value}
      searchValue={typed}
      error={error}
      data-autofocus
      onSearchChange={setTyped}
      onChange={(id) => {
        const next = data.find((one) => one.value === id);
        if (!next) return;
        setChosen(next);
        onChange(next.value);
      }}
    />
  );
}
