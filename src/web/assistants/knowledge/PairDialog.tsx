import { Textarea } from '@mantine/core';
import type { KnowledgePair } from '#contract/assistants/knowledge.ts';
import { LONGEST_KNOWLEDGE_ANSWER, LONGEST_KNOWLEDGE_QUESTION } from '#contract/assistants/knowledge-values.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';

type Props = {
  title: string;
  initial: KnowledgePair;
  onSave: (pair: KnowledgePair) => Promise<unknown>;
  onClose: () => void;
};

const schema = async () => (await import('#contract/assistants/knowledge.ts')).KnowledgePair;

/** A question, one wording on each line, and its answer. */
export function PairDialog({ title, initial, onSave, onClose }: Props) {
  const t = useTexts();
  const pairOf = ({ questions, answer }: { questions: string; answer: string }): KnowledgePair => ({
    questions: questions.split('\n').filter((line) => line.trim() !== ''),
    answer,
  });
  const form = useContractForm({
    schema,
    initial: { questions: initial.questions.join('\n'), answer: initial.answer },
    asBody: pairOf,
    check: (values) => ({
      questions: pairOf(values).questions.some((line) => line.length > LONGEST_KNOWLEDGE_QUESTION)
        ? 'too_long'
        : undefined,
    }),
    submit: async (values) => {
      await onSave(pairOf(values));
      onClose();
    },
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <FormBody form={form} isDialog submit={t('knowledge:pair.save')}>
        <Textarea
          label={t('knowledge:pair.questions')}
          description={t('knowledge:pair.questions_help')}
          autosize
          minRows={2}
          maxRows={8}
          data-autofocus={initial.questions.length === 0 || undefined}
          {...form.field('questions')}
        />
        <Textarea
          label={t('knowledge:pair.answer')}
          description={t('knowledge:pair.answer_help')}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={LONGEST_KNOWLEDGE_ANSWER}
          data-autofocus={initial.questions.length > 0 || undefined}
          {...form.field('answer')}
        />
      </FormBody>
    </Dialog>
  );
}
