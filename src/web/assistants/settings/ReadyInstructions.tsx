import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import type { Language } from '#contract/primitives.ts';
import { useReadyInstructions } from '#web/assistants/use-assistants.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useLanguage, useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { ActionMenu, MenuItem, MenuLabel } from '#web/ui/lists/ActionMenu.tsx';

type Props = { language: Language | null; instruction: string; onChoose: (instruction: string) => void };

/** A menu of ready instructions; one replaces what is written, which can be taken back. */
export function ReadyInstructions({ language, instruction, onChoose }: Props) {
  const t = useTexts();
  const own = useLanguage();
  const ready = useReadyInstructions(language ?? own);
  const choose = (chosen: string) => {
    onChoose(chosen);
    if (instruction.trim() && instruction !== chosen)
      toast.undo({ title: t('assistants:general.replaced') }, () => onChoose(instruction));
  };
  return (
    <ActionMenu
      position="bottom-start"
      width={280}
      target={
        <Button size="compact-sm" variant="light" leftSection={<IconFileText size={16} />}>
          {t('assistants:general.ready')}
        </Button>
      }
    >
      {ready.error && !ready.data && <MenuLabel>{problemText(ready.error, t)}</MenuLabel>}
      {ready.data?.map((one) => (
        <MenuItem key={one.trade} onClick={() => choose(one.instruction)}>
          {one.title}
        </MenuItem>
      ))}
    </ActionMenu>
  );
}
