import { ActionIcon, Button, Checkbox, Group, NativeSelect, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { ChecklistItem, ItemAgreement } from '#contract/quality/checklists.ts';
import { ITEM_PARTS, LONGEST_ITEM_WORDS } from '#contract/quality/values.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { TagsField } from '#web/ui/fields/TagsField.tsx';
import { AgreementWords } from './AgreementWords.tsx';
import classes from './checklists.module.css';

type Props = {
  item: ChecklistItem;
  place: number;
  count: number;
  agreement: ItemAgreement | undefined;
  errorOf: (name: keyof ChecklistItem) => string | undefined;
  onChange: (part: Partial<ChecklistItem>) => void;
  onMove: (place: number) => void;
  onRemove: () => void;
};

/** One question: its words, and behind a button how it counts. */
export function ItemCard(props: Props) {
  const { item, place, count, agreement, errorOf, onChange, onMove, onRemove } = props;
  const t = useTexts();
  const details = useId();
  const [isOpen, setOpen] = useState(false);
  const number = place + 1;
  const settings = [
    t('quality:item.weight_is', { weight: item.weight }),
    item.isCritical ? t('quality:item.critical') : null,
    item.part === 'whole' ? null : t(`quality:item.part.${item.part}`),
  ];
  return (
    <li className={classes.item}>
      <Group gap="xs" wrap="nowrap" align="start">
        <Textarea
          className={classes.words}
          label={t('quality:item.number', { number })}
          placeholder={t('quality:item.example')}
          autosize
          minRows={1}
          maxLength={LONGEST_ITEM_WORDS}
          value={item.words}
          error={errorOf('words')}
          aria-invalid={errorOf('words') ? true : undefined}
          onChange={({ currentTarget }) => onChange({ words: currentTarget.value })}
        />
        <Group gap={0} wrap="nowrap" mt={22}>
          <ActionIcon
            data-move="up"
            aria-label={t('quality:item.up', { number })}
            disabled={place === 0}
            onClick={() => onMove(place - 1)}
          >
            <IconArrowUp size={18} />
          </ActionIcon>
          <ActionIcon
            data-move="down"
            aria-label={t('quality:item.down', { number })}
            disabled={place === count - 1}
            onClick={() => onMove(place + 1)}
          >
            <IconArrowDown size={18} />
          </ActionIcon>
          <ActionIcon aria-label={t('quality:item.delete', { number })} onClick={onRemove}>
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
      </Group>
      <Group gap="xs" justify="space-between">
        <Text size="sm" c="dimmed">
          {settings.filter(Boolean).join(' · ')}
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-controls={details}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'ui:less' : 'quality:item.settings')}
        </Button>
      </Group>
      {agreement && <AgreementWords agreement={agreement} />}
      {isOpen && (
        <Stack id={details} gap="sm">
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NumberField
              label={t('quality:item.weight')}
              description={t('quality:item.weight_help')}
              value={item.weight}
              min={1}
              max={10}
              error={errorOf('weight')}
              onChange={(weight) => onChange({ weight })}
            />
            <NativeSelect
              label={t('quality:item.part_label')}
              value={item.part}
              data={ITEM_PARTS.map((value) => ({ value, label: t(`quality:item.part.${value}`) }))}
              onChange={({ currentTarget }) => onChange({ part: wordIn(ITEM_PARTS, currentTarget.value) ?? 'whole' })}
            />
          </SimpleGrid>
          <Checkbox
            label={t('quality:item.is_critical')}
            description={t('quality:item.critical_help')}
            checked={item.isCritical}
            onChange={({ currentTarget }) => onChange({ isCritical: currentTarget.checked })}
          />
          <Checkbox
            label={t('quality:item.may_not_apply')}
            description={t('quality:item.may_not_apply_help')}
            checked={item.mayNotApply}
            onChange={({ currentTarget }) => onChange({ mayNotApply: currentTarget.checked })}
          />
          <TagsField
            label={t('quality:item.root_causes')}
            description={t('quality:item.root_causes_help')}
            placeholder={t('quality:item.root_causes_example')}
            data={[]}
            value={item.rootCauses}
            error={errorOf('rootCauses')}
            onChange={(rootCauses) => onChange({ rootCauses })}
          />
        </Stack>
      )}
    </li>
  );
}
