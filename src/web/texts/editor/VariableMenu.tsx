import { Button } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ActionMenu, MenuItem, MenuLabel } from '#web/ui/lists/ActionMenu.tsx';
import { groupVariables } from './variable-groups.ts';
import { labelOf, type VariableNames } from './variable-names.ts';
import classes from '#web/texts/text.module.css';

type Props = { offered: readonly string[]; names: VariableNames; onChoose: (name: string) => void };

/** A menu of variables by what they are about. */
export function VariableMenu({ offered, names, onChoose }: Props) {
  const t = useTexts();
  return (
    <ActionMenu
      position="bottom-start"
      width={280}
      target={
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconBraces size={16} />}
          classNames={{ section: classes.sign }}
        >
          {t('flows:editor.insert')}
        </Button>
      }
    >
      {groupVariables(offered).map(({ key, variables }) => [
        <MenuLabel key={key}>{t(`flows:editor.group.${key}`)}</MenuLabel>,
        ...variables.map((name) => (
          <MenuItem key={name} onClick={() => onChoose(name)}>
            {labelOf(name, names)}
          </MenuItem>
        )),
      ])}
    </ActionMenu>
  );
}
