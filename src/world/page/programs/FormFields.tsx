import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { formatPhone } from '../format.ts';
import { useTexts } from '../texts.tsx';
import { usePeople } from '../use-world.ts';
import type { Who } from './body.ts';
import { type Field, FIELDS, type Kind, type Values } from './kinds.ts';

type Props = { kind: Kind; values: Values; who: Who; onValues(values: Values): void; onWho(who: Who): void };

/** The contact and the event. */
export function FormFields({ kind, values, who, onValues, onWho }: Props) {
  const { t } = useTexts();
  return (
    <>
      <PersonField who={who} onWho={onWho} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label={t('fieldName')}
          value={who.name}
          onChange={(event) => onWho({ ...who, name: event.currentTarget.value })}
        />
        <TextInput
          label={t('fieldPhone')}
          inputMode="tel"
          value={who.phone}
          onChange={(event) => onWho({ ...who, phone: event.currentTarget.value })}
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
function PersonField({ who, onWho }: Pick<Props, 'who' | 'onWho'>) {
  const { t } = useTexts();
  const people = (usePeople().data?.people ?? []).filter((person) => person.phone !== null);
  return (
    <Select
      label={t('programsWho')}
      placeholder={t('programsNobody')}
      searchable
      clearable
      value={people.find(({ phone }) => phone === who.phone)?.phone ?? null}
      onChange={(phone) => {
        const person = people.find((one) => one.phone === phone);
        onWho({ name: person?.name ?? '', phone: person?.phone ?? '' });
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
