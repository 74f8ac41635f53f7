import type { ComponentProps } from 'react';
import type { ConditionField } from '#contract/audiences/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ActionMenu, MenuItem } from '#web/ui/lists/ActionMenu.tsx';

type Props = {
  /** Fields that can be added. */
  fields: readonly ConditionField[];
  /** ISO 4217 */
  currency: string;
  /** The button that opens the list. */
  target: ComponentProps<typeof ActionMenu>['target'];
  onAdd: (field: ConditionField) => void;
};

/** A list of questions, one of which is taken by one tap. */
export function AddCondition({ fields, currency, target, onAdd }: Props) {
  const t = useTexts();
  if (fields.length === 0) return null;
  return (
    <ActionMenu target={target} position="bottom-start">
      {fields.map((field) => (
        <MenuItem key={field} onClick={() => onAdd(field)}>
          {t(`audiences:field.${field}`, { currency })}
        </MenuItem>
      ))}
    </ActionMenu>
  );
}
