import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { CASE_DAYS, MAX_CASE_VISITS } from '#contract/assistants/case-values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { type CaseFieldsProps, replaced, without } from './fields.ts';

const USUAL_DAYS = 3;

/** Visits that the client has before the talk. */
export function VisitFields({ settings: { visits }, change, errorOf }: CaseFieldsProps) {
  const t = useTexts();
  return (
    <Stack gap="xs" role="group" aria-label={t('cases:visits.title')}>
      <div>
        <Text fw={550}>{t('cases:visits.title')}</Text>
        <Text size="sm" c="dimmed">
          {t('cases:visits.help')}
        </Text>
      </div>
      {visits.map((visit, index) => (
        <Group key={index} align="flex-end" wrap="nowrap" gap="xs">
          <TextInput
            flex={1}
            label={t('cases:visits.service')}
            value={visit.service}
            error={errorOf(`settings.visits.${index}.service`)}
            onChange={({ currentTarget }) =>
              change({ visits: replaced(visits, index, { ...visit, service: currentTarget.value }) })
            }
          />
          <NumberField
            label={t('cases:visits.in_days')}
            min={1}
            max={CASE_DAYS.max}
            value={visit.inDays}
            onChange={(inDays) => change({ visits: replaced(visits, index, { ...visit, inDays }) })}
          />
          <ActionIcon
            mb={4}
            aria-label={t('cases:visits.remove', { number: index + 1 })}
            onClick={() => change({ visits: without(visits, index) })}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
      ))}
      {visits.length < MAX_CASE_VISITS && (
        <Group>
          <Button
            variant="default"
            size="compact-md"
            onClick={() =>
              change({ visits: [...visits, { service: '', master: null, inDays: USUAL_DAYS, time: '12:00' }] })
            }
          >
            {t('cases:visits.add')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
