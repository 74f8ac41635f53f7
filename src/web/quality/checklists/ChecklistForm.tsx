import { Button, NativeSelect, Stack, Text, TextInput, Title, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Checklist, ChecklistItem, ChecklistSettings } from '#contract/quality/checklists.ts';
import { CHECKLIST_KINDS, MOST_ITEMS } from '#contract/quality/values.ts';
import { fieldText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { OvertakenAlert } from '#web/lib/forms/OvertakenAlert.tsx';
import { useVersionedForm } from '#web/lib/forms/versioned-form.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import classes from './checklists.module.css';
import { ItemCard } from './ItemCard.tsx';
import { useCreateChecklist, useSaveChecklist } from './use-checklists.ts';

type Props = {
  /** Null: a new one. */
  checklist: Checklist | null;
  kind: ChecklistSettings['kind'];
  onRenew: () => void;
  onCreated?: (checklist: Checklist) => void;
};

/** The id of a save that is never sent: a new checklist is created. */
const NONE = '' as Checklist['id']; // NOTE: no call has it

const blankItem = (): ChecklistItem => ({
  id: crypto.randomUUID(),
  words: '',
  weight: 1,
  isCritical: false,
  mayNotApply: true,
  part: 'whole',
  rootCauses: [],
});

const moved = (items: readonly ChecklistItem[], from: number, to: number): ChecklistItem[] => {
  const next = items.toSpliced(from, 1);
  const item = items[from];
  return item && to >= 0 && to < items.length ? next.toSpliced(to, 0, item) : [...items];
};

/** Title and questions of a checklist. */
export function ChecklistForm({ checklist, kind, onRenew, onCreated }: Props) {
  const t = useTexts();
  const create = useCreateChecklist();
  const save = useSaveChecklist(checklist?.id ?? NONE);
  const [saved] = useState<ChecklistSettings>(() => ({ title: '', kind, items: [blankItem()] }));
  const { editor, overtaken } = useVersionedForm<ChecklistSettings>({
    schema: async () => (await import('#contract/quality/checklists.ts')).ChecklistSettings,
    saved: checklist?.settings ?? saved,
    version: checklist?.version ?? 0,
    draftName: `quality.checklist.${checklist?.id ?? 'new'}`,
    isSame: (typed, stored) => JSON.stringify(typed) === JSON.stringify(stored),
    onRenew,
    async submit(settings, baseVersion) {
      if (checklist) {
        const next = await save.mutateAsync({ ...settings, version: baseVersion });
        toast.success({ title: t('quality:checklist.saved') });
        return next;
      }
      const made = await create.mutateAsync(settings);
      toast.success({ title: t('quality:checklist.saved') });
      onCreated?.(made);
      return made;
    },
  });
  const { form, field } = editor;
  const { items } = form.getValues();
  const list = useRef<HTMLOListElement>(null);
  const [announced, setAnnounced] = useState('');
  const setItems = (next: ChecklistItem[]) => {
    form.setFieldValue('items', next as never); // NOTE: the path's type is that of one item
    for (const path of Object.keys(form.errors)) if (path.startsWith('items')) form.clearFieldError(path);
  };
  const errorOf = (path: string) => {
    const error = form.errors[path];
    return typeof error === 'string' ? fieldText(error, t) : undefined;
  };

  function change(place: number, part: Partial<ChecklistItem>): void {
    form.setFieldValue('items', items.map((item, index) => (index === place ? { ...item, ...part } : item)) as never); // NOTE: the path's type is that of one item
    for (const name of Object.keys(part)) form.clearFieldError(`items.${place}.${name}`);
  }

  function move(from: number, to: number): void {
    setItems(moved(items, from, to));
    setAnnounced(t('quality:item.moved', { place: to + 1 }));
    requestAnimationFrame(() => focusArrow(list.current, to, to < from));
  }

  function remove(place: number): void {
    const item = items[place];
    if (!item) return;
    setItems(items.toSpliced(place, 1));
    toast.undo({ title: t('quality:item.deleted') }, () => {
      const now = form.getValues().items;
      setItems(now.toSpliced(Math.min(place, now.length), 0, item));
    });
  }

  function add(): void {
    const item = blankItem();
    setItems([...items, item]);
    requestAnimationFrame(() => list.current?.lastElementChild?.querySelector('textarea')?.focus());
  }

  return (
    <div className={classes.form}>
      <FormBody form={editor} submit={t('quality:save')}>
        {overtaken && <OvertakenAlert title={t('quality:checklist.overtaken')} overtaking={overtaken} />}
        <TextInput
          label={t('quality:checklist.title')}
          placeholder={t('quality:checklist.title_example')}
          maxLength={120}
          {...field('title')}
        />
        <NativeSelect
          label={t('quality:checklist.kind')}
          data={CHECKLIST_KINDS.map((value) => ({ value, label: t(`quality:kind.${value}`) }))}
          {...field('kind')}
        />
        <Title order={2} size="h3" mt="sm">
          {t('quality:checklist.items')}
        </Title>
        {items.length === 0 && (
          <Text c="attention" role="status">
            {t('refusals:checklist_empty')}
          </Text>
        )}
        <ol className={classes.items} ref={list}>
          {items.map((item, place) => (
            <ItemCard
              key={item.id}
              item={item}
              place={place}
              count={items.length}
              agreement={checklist?.agreement.find(({ itemId }) => itemId === item.id)}
              errorOf={(name) => errorOf(`items.${place}.${name}`)}
              onChange={(part) => change(place, part)}
              onMove={(to) => move(place, to)}
              onRemove={() => remove(place)}
            />
          ))}
        </ol>
        <VisuallyHidden aria-live="polite">{announced}</VisuallyHidden>
        <Stack gap={4} align="flex-start">
          <Button
            variant="default"
            leftSection={<IconPlus size={18} />}
            disabled={items.length >= MOST_ITEMS}
            onClick={add}
          >
            {t('quality:item.add')}
          </Button>
          {items.length >= MOST_ITEMS && (
            <Text size="sm" c="dimmed">
              {t('quality:item.most', { count: MOST_ITEMS })}
            </Text>
          )}
        </Stack>
      </FormBody>
    </div>
  );
}

/** The focus stays on the question that is moved. */
function focusArrow(list: HTMLOListElement | null, place: number, isUp: boolean): void {
  const card = list?.children[place];
  const [same, other] = isUp ? ['up', 'down'] : ['down', 'up'];
  const button = card?.querySelector<HTMLButtonElement>(`[data-move="${same}"]`);
  (button?.disabled ? card?.querySelector<HTMLButtonElement>(`[data-move="${other}"]`) : button)?.focus();
}
