import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { formatPhone } from '../format.ts';
import { useTexts } from '../texts.tsx';
import { usePeople } from '../use-world.ts';
import type { Person } from './body.ts';
import { type Field, FIELDS, type Kind, type Values } from './kinds.ts';

type Props = {
  kind: Kind;
  values: Values;
  person: Person;
  onValues(values: Values): void;
  onPerson(person: Person): void;
};

/** The contact and the event. */
export function FormFields({ kind, values, person, onValues, onPerson }: Props) {
  const { t } = useTexts();
  return (
    <>
      <PersonField person={person} onPerson={onPerson} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label={t('fieldName')}
          value={person.name}
          onChange={(event) => onPerson({ ...person, name: event.currentTarget.value })}
        />
        <TextInput
          label={t('fieldPhone')}
          inputMode="tel"
          value={person.phone}
          onChange={(event) => onPerson({ ...person, phone: event.currentTarget.value })}
        />
        {FIELDS[kind].map((field) => (
          <OneField
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            onChange={(value) => onValues({ ...values, [field.name]: value })}
          />
        ))}
      </SimpleGrid>
    </>
  );
}

/** Somebody whose phone is in this world: what the cabinet sends can be read there. */
function PersonField({ person, onPerson }: Pick<Props, 'person' | 'onPerson'>) {
  const { t } = useTexts();
  const people = (usePeople().data?.people ?? []).filter((person) => person.phone !== null);
  return (
    <Select
      label={t('programsWho')}
      placeholder={t('programsNobody')}
      searchable
      clearable
      value={people.find(({ phone }) => phone === person.phone)?.phone ?? null}
      onChange={(phone) => {
        const person = people.find((one) => one.phone === phone);
        onPerson({ name: person?.name ?? '', phone: person?.phone ?? '' });
      }}
      data={people.map(({ phone, name }) => ({ value: phone ?? '', label: name }))}
      renderOption={({ option }) => `${option.label} · ${formatPhone(option.value)}`}
    />
  );
}

function OneField({ field, value, onChange }: { field: Field; value: string; onChange(value: string): void }) {
  const { t } = useTexts();
  const { label, options, placeholder, input = 'text' } = field;
  if (options) {
    return (
      <Select
        label={t(label)}
        data={[...options]}
        value={value}
        allowDeselect={false}
        onChange={(next) => next && onChange(next)}
      />
    );
  }
  if (input === 'lines') {
    return (
      <Textarea
        label={t(label)}
        autosize
        minRows={2}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      label={t(label)}
      placeholder={placeholder}
      inputMode={input === 'number' ? 'decimal' : 'text'}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
