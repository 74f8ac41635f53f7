import { Badge, Button, Card, Group, Title } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ContactCard } from '#contract/insights.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { LANGUAGE_NAMES } from '#web/lib/language.ts';
import { useFormatPhone } from '#web/lib/phone.ts';
import classes from './insights.module.css';
import { EditContactDialog } from './EditContactDialog.tsx';

/** Facts about the contact, which a member may change. */
export function AboutCard({ card }: { card: ContactCard }) {
  const t = useTexts();
  const format = useFormat();
  const formatPhone = useFormatPhone();
  const [isEditing, setEditing] = useState(false);
  const { phone, email, language, timeZone, birthDate, categories } = card;
  const unknown = t('insights:contact.unknown');
  const rows: [string, ReactNode][] = [
    [t('insights:contact.phone'), phone ? <a href={`tel:${phone}`}>{formatPhone(phone)}</a> : unknown],
    ...(email ? [[t('insights:contact.email'), email] satisfies [string, ReactNode]] : []),
    [t('insights:contact.birthday'), birthDate ? format.date(`${birthDate}T12:00:00Z`, 'UTC') : unknown],
    [t('insights:contact.language'), language ? LANGUAGE_NAMES[language] : t('insights:contact.language_unknown')],
    [t('insights:contact.time_zone'), timeZone?.replaceAll('_', ' ') ?? t('insights:contact.time_zone_unknown')],
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
      </dl>
      {isEditing && <EditContactDialog card={card} onClose={() => setEditing(false)} />}
    </Card>
  );
}
