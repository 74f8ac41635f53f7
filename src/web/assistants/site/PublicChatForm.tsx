import { Button, Switch, Text, Textarea, TextInput } from '@mantine/core';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { PublicChatSettings } from '#contract/assistants/public-chat.ts';
import {
  DAILY_CHAT_MESSAGES,
  LONGEST_GREETING,
  LONGEST_READY_QUESTION,
  MAX_CHAT_SITES,
  MAX_READY_QUESTIONS,
} from '#contract/assistants/public-chat-values.ts';
import { Part } from '#web/assistants/settings/Part.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { TagsField } from '#web/ui/fields/TagsField.tsx';
import { FormActions } from '#web/ui/layout/FormActions.tsx';
import { typedOrigin } from './typed-origin.ts';
import { useSavePublicChat } from './use-public-chat.ts';

type Props = {
  assistantId: AssistantId;
  saved: PublicChatSettings;
  typed: PublicChatSettings;
  messagesToday: number;
  /** Null takes back what was typed. */
  onChange: (typed: PublicChatSettings | null) => void;
};

/** The switch of the public chat, what a visitor sees first, and its bounds. */
export function PublicChatForm({ assistantId, saved, typed, messagesToday, onChange }: Props) {
  const t = useTexts();
  const save = useSavePublicChat(assistantId);
  const change = (part: Partial<PublicChatSettings>) => onChange({ ...typed, ...part });
  const wrongSite = typed.sites.find((site) => typedOrigin(site) === null);
  const isChanged = JSON.stringify(cleaned(typed)) !== JSON.stringify(saved);
  const submit = () => {
    if (wrongSite === undefined && !save.isPending) save.mutate(cleaned(typed), { onSuccess: () => onChange(null) });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Part title={t('assistants:site.title')} lead={t('assistants:site.lead')}>
        <Switch
          label={t('assistants:site.is_on')}
          description={t('assistants:site.is_on_help')}
          checked={typed.isOn}
          onChange={({ currentTarget }) => change({ isOn: currentTarget.checked })}
        />
        <Textarea
          label={t('assistants:site.greeting')}
          description={t('assistants:site.greeting_help')}
          autosize
          minRows={2}
          maxLength={LONGEST_GREETING}
          value={typed.greeting}
          onChange={({ currentTarget }) => change({ greeting: currentTarget.value })}
        />
        <Questions questions={typed.questions} onChange={(questions) => change({ questions })} />
        <TagsField
          label={t('assistants:site.sites')}
          description={t('assistants:site.sites_help')}
          placeholder={typed.sites.length === 0 ? 'salon.ru' : ''}
          data={[]}
          value={typed.sites}
          error={wrongSite !== undefined && t('assistants:site.sites_wrong', { site: wrongSite })}
          onChange={(sites) =>
            change({ sites: [...new Set(sites.map((site) => typedOrigin(site) ?? site))].slice(0, MAX_CHAT_SITES) })
          }
        />
        <NumberField
          label={t('assistants:site.daily')}
          description={t('assistants:site.daily_help', { count: messagesToday })}
          value={typed.dailyMessages}
          min={DAILY_CHAT_MESSAGES.min}
          max={DAILY_CHAT_MESSAGES.max}
          onChange={(dailyMessages) => change({ dailyMessages })}
        />
        {isChanged && (
          <FormActions>
            <Button type="submit" loading={save.isPending}>
              {t('assistants:site.save')}
            </Button>
            <Button variant="default" onClick={() => onChange(null)}>
              {t('assistants:site.discard')}
            </Button>
          </FormActions>
        )}
      </Part>
    </form>
  );
}

const cleaned = (typed: PublicChatSettings): PublicChatSettings => ({
  ...typed,
  greeting: typed.greeting.trim(),
  questions: typed.questions.map((question) => question.trim()).filter(Boolean),
});

type QuestionsProps = { questions: readonly string[]; onChange: (questions: string[]) => void };

/** A field for each ready question, and one more until there are enough. */
function Questions({ questions, onChange }: QuestionsProps) {
  const t = useTexts();
  const shown = [...questions, ''].slice(0, MAX_READY_QUESTIONS);
  return (
    <div>
      <Text size="sm" fw={500}>
        {t('assistants:site.questions')}
      </Text>
      <Text size="xs" c="dimmed" mb={6}>
        {t('assistants:site.questions_help')}
      </Text>
      {shown.map((question, index) => (
        <TextInput
          key={index}
          mb={6}
          aria-label={t('assistants:site.question', { number: index + 1 })}
          placeholder={t('assistants:site.question', { number: index + 1 })}
          maxLength={LONGEST_READY_QUESTION}
          value={question}
          onChange={({ currentTarget }) => {
            const next = [...questions];
            next[index] = currentTarget.value;
            onChange(next);
          }}
        />
      ))}
    </div>
  );
}
