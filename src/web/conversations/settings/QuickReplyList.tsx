import { Button, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { QuickReply } from '#contract/conversations/work.ts';
import { toReadable } from '#web/texts/editor/variable-names.ts';
import { useVariableNames } from '#web/texts/editor/use-variable-names.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { RowMenu } from '#web/ui/lists/RowMenu.tsx';
import { QuickReplyDialog } from './QuickReplyDialog.tsx';
import classes from './settings.module.css';
import { useDeleteQuickReply, useQuickReplies } from './use-settings.ts';

/** The cabinet's quick replies: add, change, delete. */
export function QuickReplyList() {
  const t = useTexts();
  const names = useVariableNames();
  const replies = useQuickReplies();
  const remove = useDeleteQuickReply();
  const [edited, setEdited] = useState<QuickReply | 'new' | null>(null);
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
      {t('conversations:quick.add')}
    </Button>
  );
  const all = replies.data?.quickReplies ?? [];
  return (
    <section aria-label={t('conversations:quick.title')}>
      <div className={classes.head}>
        <div>
          <Title order={2}>{t('conversations:quick.title')}</Title>
          <Text c="dimmed">{t('conversations:quick.about')}</Text>
        </div>
        {all.length > 0 && add}
      </div>
      {replies.isPending && (
        <Loading>
          <RowsSkeleton rows={3} />
        </Loading>
      )}
      {replies.isError && !replies.data && <Failure error={replies.error} onRetry={replies.refetch} />}
      {replies.data && all.length === 0 && <EmptyState text={t('conversations:quick.empty_list')} action={add} />}
      <ul className={classes.replies}>
        {all.map((reply) => (
          <li key={reply.id}>
            <button type="button" className={classes.reply} onClick={() => setEdited(reply)}>
              <b>{reply.title}</b>
              <span>{toReadable(reply.text, names)}</span>
            </button>
            <RowMenu name={reply.title}>
              <MenuItem onClick={() => setEdited(reply)}>{t('conversations:quick.change')}</MenuItem>
              <MenuItem color="bad" onClick={() => remove(reply)}>
                {t('conversations:quick.delete')}
              </MenuItem>
            </RowMenu>
          </li>
        ))}
      </ul>
      {edited && (
        <QuickReplyDialog
          reply={edited === 'new' ? null : edited}
          variables={replies.data?.variables ?? []}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  );
}
