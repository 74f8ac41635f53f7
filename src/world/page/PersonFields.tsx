import { Group, SegmentedControl, Select, TextInput } from '@mantine/core';
import { formatPhone } from './format.ts';
import { useTexts } from './texts.tsx';

/** Somebody of the list, or one nobody knows yet. */
export type Person = { isNew: boolean; id: string | null; name: string; phone: string };

type Known = { id: string | number; name: string; surname: string; phone: string };
type Props = {
  value: Person;
  people: readonly Known[];
  /** Labels of the group of people. */
  words: { one: string; known: string; new: string };
  onChange(change: Partial<Person>): void;
};

/** Chooses one of those who are known, or takes the name and phone of another. */
export function PersonFields({ value, people, words, onChange }: Props) {
  const { t } = useTexts();
  return (
    <>
      <SegmentedControl
        fullWidth
        value={value.isNew ? 'new' : 'known'}
        onChange={(next) => onChange({ isNew: next === 'new' })}
        data={[
          { value: 'known', label: words.known },
          { value: 'new', label: words.new },
        ]}
      />
      {value.isNew ? (
        <Group grow align="start">
          <TextInput
            label={t('name')}
            value={value.name}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
            required
            data-autofocus
          />
          <TextInput
            label={t('phone')}
            type="tel"
            value={value.phone}
            onChange={(event) => onChange({ phone: event.currentTarget.value })}
            required
          />
        </Group>
      ) : (
        <Select
          label={words.one}
          placeholder={t('chooseClient')}
          searchable
          required
          allowDeselect={false}
          value={value.id}
          onChange={(id) => onChange({ id })}
          data={people.map((one) => ({ value: String(one.id), label: nameAndPhone(one, t('noPhone')) }))}
        />
      )}
    </>
  );
}

const nameAndPhone = ({ name, surname, phone }: Known, noPhone: string) =>
  `${[name, surname].filter(Boolean).join(' ')} · ${phone === '' ? noPhone : formatPhone(phone)}`;
