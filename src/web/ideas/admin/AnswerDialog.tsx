import { Select, Text, Textarea } from '@mantine/core';
import type { OperatorIdea } from '#contract/ideas/calls.ts';
import { IDEA_STATES, type IdeaState, MAX_IDEA_TEXT } from '#contract/ideas/values.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useContractForm } from '#web/lib/forms/form.ts';
import { useAnswerIdea } from '#web/ideas/use-ideas.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';

const schema = async () => (await import('#contract/ideas/calls.ts')).answerIdea.body;

type Draft = { state: IdeaState; answer: string };

export function AnswerDialog({ idea, onClose }: { idea: OperatorIdea; onClose: () => void }) {
  const t = useTexts();
  const answer = useAnswerIdea();
  const editor = useContractForm({
    schema,
    initial: { state: idea.state === 'new' ? 'open' : idea.state, answer: idea.answer ?? '' } as Draft,
    submit: async (body) => {
      await answer.mutateAsync({ ideaId: idea.id, body });
      toast.success({ title: t('ideas:admin.saved') });
      onClose();
    },
  });
  const { form, field } = editor;
  return (
    <Dialog title={idea.title} onClose={onClose}>
      <FormBody form={editor} submit={t('ideas:admin.save')} isDialog>
        {idea.text && (
          <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {idea.text}
          </Text>
        )}
        <Select
          label={t('ideas:state_filter')}
          description={t('ideas:admin.state_help')}
          allowDeselect={false}
          data={IDEA_STATES.map((value) => ({ value, label: t(`ideas:state.${value}`) }))}
          value={form.values.state}
          onChange={(value) => form.setFieldValue('state', wordIn(IDEA_STATES, value) ?? 'open')}
        />
        <Textarea
          label={t('ideas:answer')}
          description={t('ideas:admin.answer_help')}
          autosize
          minRows={3}
          maxLength={MAX_IDEA_TEXT}
          {...field('answer')}
        />
      </FormBody>
    </Dialog>
  );
}
