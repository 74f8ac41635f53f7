import { ActionIcon, Button, Group, Paper, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReplyRule } from '#contract/replies/settings.ts';
import { MAX_REPLY_RULES, type ReviewSource } from '#contract/replies/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Part } from './Part.tsx';
import { RuleFields } from './RuleFields.tsx';

type Props = {
  rules: readonly ReplyRule[];
  sources: readonly ReviewSource[];
  errorOf: (path: string) => string | undefined;
  onChange: (rules: ReplyRule[]) => void;
};

/** The rules in their order. */
export function RuleList({ rules, sources, errorOf, onChange }: Props) {
  const t = useTexts();
  const move = (from: number, to: number) => {
    const moved = [...rules];
    moved.splice(to, 0, ...moved.splice(from, 1));
    onChange(moved);
  };
  return (
    <Part title={t('replies:settings.rules')} lead={t('replies:settings.rules_help')}>
      {rules.map((rule, at) => {
        const number = at + 1;
        return (
          <Paper
            key={rule.id}
            withBorder
            p="sm"
            component="section"
            aria-label={t('replies:settings.rule', { number })}
          >
            <Group justify="space-between" wrap="nowrap" mb={4}>
              <Text fw={550}>{t('replies:settings.rule', { number })}</Text>
              <Group gap={4} wrap="nowrap">
                <ActionIcon
                  aria-label={t('replies:settings.up', { number })}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                >
                  <IconArrowUp size={18} />
                </ActionIcon>
                <ActionIcon
                  aria-label={t('replies:settings.down', { number })}
                  disabled={number === rules.length}
                  onClick={() => move(at, at + 1)}
                >
                  <IconArrowDown size={18} />
                </ActionIcon>
                <ActionIcon
                  aria-label={t('replies:settings.remove_rule', { number })}
                  disabled={rules.length === 1}
                  onClick={() => onChange(rules.filter((one) => one !== rule))}
                >
                  <IconTrash size={18} />
                </ActionIcon>
              </Group>
            </Group>
            <RuleFields
              rule={rule}
              sources={sources}
              errorOf={(path) => errorOf(`settings.rules.${at}.${path}`)}
              onChange={(changed) => onChange(rules.map((one) => (one === rule ? changed : one)))}
            />
          </Paper>
        );
      })}
      {rules.length < MAX_REPLY_RULES && (
        <Button
          variant="default"
          leftSection={<IconPlus size={18} />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => onChange([...rules, newRule()])}
        >
          {t('replies:settings.add_rule')}
        </Button>
      )}
    </Part>
  );
}

const newRule = (): ReplyRule => ({
  id: crypto.randomUUID(),
  source: null,
  starsFrom: 1,
  starsTo: 5,
  text: 'any',
  way: 'model',
  templates: [],
});
