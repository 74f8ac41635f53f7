import { Group, NativeSelect, Stack } from '@mantine/core';
import type { ReplyRule } from '#contract/replies/settings.ts';
import { REPLY_WAYS, REVIEW_TEXTS, type ReviewSource } from '#contract/replies/values.ts';
import { STARS } from '#contract/reviews/values.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { TemplateList } from './TemplateList.tsx';

type Props = {
  rule: ReplyRule;
  sources: readonly ReviewSource[];
  errorOf: (path: string) => string | undefined;
  onChange: (rule: ReplyRule) => void;
};

/** Which reviews a rule takes, and how it replies. */
export function RuleFields({ rule, sources, errorOf, onChange }: Props) {
  const t = useTexts();
  const change = (to: Partial<ReplyRule>) => onChange({ ...rule, ...to });
  const offered = rule.source === null || sources.includes(rule.source) ? sources : [...sources, rule.source];
  return (
    <Stack gap="sm">
      <Group grow align="flex-start">
        <NativeSelect
          label={`${t('replies:settings.stars')}: ${t('replies:settings.from')}`}
          value={String(rule.starsFrom)}
          data={STARS.map(String)}
          onChange={({ currentTarget }) => {
            const starsFrom = Number(currentTarget.value);
            change({ starsFrom, starsTo: Math.max(starsFrom, rule.starsTo) });
          }}
        />
        <NativeSelect
          label={t('replies:settings.to')}
          value={String(rule.starsTo)}
          data={STARS.map(String)}
          error={errorOf('starsTo')}
          onChange={({ currentTarget }) => {
            const starsTo = Number(currentTarget.value);
            change({ starsTo, starsFrom: Math.min(rule.starsFrom, starsTo) });
          }}
        />
      </Group>
      <Group grow align="flex-start">
        <NativeSelect
          label={t('replies:settings.text')}
          value={rule.text}
          data={REVIEW_TEXTS.map((value) => ({ value, label: t(`replies:settings.texts.${value}`) }))}
          onChange={({ currentTarget }) => change({ text: wordIn(REVIEW_TEXTS, currentTarget.value) ?? 'any' })}
        />
        <NativeSelect
          label={t('replies:settings.source')}
          value={rule.source ?? ''}
          data={[
            { value: '', label: t('replies:settings.any_source') },
            ...offered.map((value) => ({ value, label: t(`replies:source.${value}`) })),
          ]}
          onChange={({ currentTarget }) => change({ source: wordIn(offered, currentTarget.value) ?? null })}
        />
      </Group>
      <ChoiceBar
        label={t('replies:settings.way')}
        value={rule.way}
        options={REPLY_WAYS.map((value) => ({ value, label: t(`replies:settings.ways.${value}`) }))}
        onChange={(way) =>
          change({ way, templates: way === 'templates' && rule.templates.length === 0 ? [''] : rule.templates })
        }
      />
      <TemplateList
        templates={rule.templates}
        isSpare={rule.way === 'model'}
        errorOf={errorOf}
        onChange={(templates) => change({ templates })}
      />
    </Stack>
  );
}
