import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './SplitEditor.module.css';
import { useIsMobile } from './use-is-mobile.ts';
import { useWords } from '#web/ui/words.tsx';

type Props = {
  form: ReactNode;
  preview: ReactNode;
  /** Label of the preview tab on a phone; the default names the client's view. */
  previewLabel?: string;
};

/** An editor with its preview: form left, phone right and sticky; two tabs on a phone. */
export function SplitEditor({ form, preview, previewLabel }: Props) {
  const words = useWords();
  const isMobile = useIsMobile();
  if (!isMobile) {
    return (
      <div className={classes.split}>
        <div className={classes.form}>{form}</div>
        <aside className={classes.preview}>{preview}</aside>
      </div>
    );
  }
  return (
    <Tabs defaultValue="form" keepMounted>
      <Tabs.List grow className={classes.tabs}>
        <Tabs.Tab value="form">{words('form_tab')}</Tabs.Tab>
        <Tabs.Tab value="preview">{previewLabel ?? words('preview_tab')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="form">{form}</Tabs.Panel>
      <Tabs.Panel value="preview">{preview}</Tabs.Panel>
    </Tabs>
  );
}
