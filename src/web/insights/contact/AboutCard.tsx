import { Badge, Button, Card, Group, Pill, Title } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ContactCard } from '#contract/insights/calls.ts';
import { TagsDialog } from '#web/contacts/tags/TagsDialog.tsx';
import { useChangeTags } from '#web/contacts/tags/use-tags.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { LANGUAGE_NAMES } from '#web/lib/format/language.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import classes from '#web/insights/insights.module.css';
import { EditContactDialog } from './EditContactDialog.tsx';

/** Facts about the contact, which a member may change. */
export function AboutCard({ card }: { card: ContactCard }) {
  const t = useTexts();
  const format = useFormat();
  const formatPhone = useFormatPhone();
  const [isEditing, setEditing] = useState(false);
  const { phone, email, language, timeZone, birthDate, categories, tags, note } = card;
  const [isTagging, setTagging] = useState(false);
  const changeTags = useChangeTags();
  const unknown = t('insights:contact.unknown');
  const rows: [string, ReactNode][] = [
    [t('insights:contact.phone'), phone ? <a href={`tel:${phone}`}>{formatPhone(phone)}</a> : unknown],
    ...(email ? [[t('insights:contact.email'), email] satisfies [string, ReactNode]] : []),
    [t('insights:contact.birthday'), birthDate ? format.date(`${birthDate}T12:00:00Z`, 'UTC') : unknown],
    [t('insights:contact.language'), language ? LANGUAGE_NAMES[language] : t('insights:contact.language_unknown')],
    [t('insights:contact.time_zone'), timeZone?.replaceAll('_', ' ') ?? t('insights:contact.time_zone_unknown')],
    ...(note ? [[t('insights:contact.note'), note] satisfies [string, ReactNode]] : []),
  ];
  return (
    <Card component="section" aria-label={t('insights:contact.about')}>
      <Group justify="space-between" wrap="nowrap" mb="sm">
        <Title order={2}>{t('insights:contact.about')}</Title>
        <Button variant="subtle" size="compact-sm" onClick={() => setEditing(true)}>
          {t('insights:contact.edit')}
        </Button>
      </Group>
      <dl className={classes.about}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {categories.length > 0 && (
          <div>
            <dt>{t('insights:contact.categories')}</dt>
            <dd>
              <Group gap={6}>
                {categories.map((category) => (
                  <Badge key={category} color="gray">
                    {category}
                  </Badge>
                ))}
              </Group>
            </dd>
          </div>
        )}
        <div>
          <dt>{t('insights:contact.tags')}</dt>
          <dd>
            <Group gap={6}>
              {tags.map((tag) => (
                <Pill
                  key={tag}
                  withRemoveButton
                  removeButtonProps={{ 'aria-label': `${t('contacts:list.remove_tag')}: ${tag}` }}
                  onRemove={() => changeTags.mutate({ contactIds: [card.id], remove: [tag] })}
                >
                  {tag}
                </Pill>
              ))}
              <Button variant="subtle" size="compact-sm" onClick={() => setTagging(true)}>
                {t('insights:contact.change_tags')}
              </Button>
            </Group>
          </dd>
        </div>
      </dl>
      {isTagging && (
        <TagsDialog
          change="add"
          apply={(change) => changeTags.mutateAsync({ contactIds: [card.id], ...change })}
          isBusy={changeTags.isPending}
          onClose={() => setTagging(false)}
          onDone={() => setTagging(false)}
        />
      )}
      {isEditing && <EditContactDialog card={card} onClose={() => setEditing(false)} />}
    </Card>
  );
}
