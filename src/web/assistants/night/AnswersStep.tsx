import { ActionIcon, Button, Checkbox, Group, Input, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { MAX_SOCIAL_LINKS, PAYMENT_METHODS } from '#contract/assistants/values.ts';
import { wordsIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './night.module.css';
import type { StepFields } from './NightBotForm.tsx';

/** Facts for clients who ask; everything may stay empty. */
export function AnswersStep({ values, change, field, errorOf, draft }: StepFields) {
  const t = useTexts();
  const { branchId, socialLinks, paymentMethods } = values;
  const books = draft.branches.some(({ id, takesBookings }) => takesBookings && (!branchId || id === branchId));
  return (
    <>
      <Text c="dimmed" size="sm">
        {t('assistants:night.optional')}
      </Text>
      <TextInput
        type="url"
        label={t('assistants:night.booking')}
        description={t(books ? 'assistants:night.booking_help_books' : 'assistants:night.booking_help')}
        placeholder="https://"
        maxLength={300}
        {...field('bookingLink')}
      />
      <Checkbox.Group
        label={t('assistants:night.payment')}
        value={paymentMethods}
        onChange={(chosen) => change({ paymentMethods: wordsIn(PAYMENT_METHODS, chosen) })}
      >
        <Group gap="md" mt="xs">
          {PAYMENT_METHODS.map((method) => (
            <Checkbox key={method} value={method} label={t(`assistants:night.method.${method}`)} />
          ))}
        </Group>
      </Checkbox.Group>
      <Input.Wrapper label={t('assistants:night.social')} labelElement="div">
        <div className={classes.links} role="group" aria-label={t('assistants:night.social')}>
          {socialLinks.map((link, index) => (
            <div key={index} className={classes.link}>
              <TextInput
                type="url"
                aria-label={t('assistants:night.social_link', { number: index + 1 })}
                placeholder="https://"
                maxLength={300}
                value={link}
                error={errorOf(`socialLinks.${index}`)}
                onChange={({ currentTarget }) =>
                  change({ socialLinks: socialLinks.with(index, currentTarget.value.trim()) })
                }
              />
              <ActionIcon
                aria-label={t('assistants:night.social_remove', { number: index + 1 })}
                onClick={() => change({ socialLinks: socialLinks.toSpliced(index, 1) })}
              >
                <IconX size={16} />
              </ActionIcon>
            </div>
          ))}
          {socialLinks.length < MAX_SOCIAL_LINKS && (
            <Button
              variant="light"
              size="compact-md"
              className={classes.add}
              leftSection={<IconPlus size={16} />}
              onClick={() => change({ socialLinks: [...socialLinks, ''] })}
            >
              {t('assistants:night.social_add')}
            </Button>
          )}
        </div>
      </Input.Wrapper>
    </>
  );
}
