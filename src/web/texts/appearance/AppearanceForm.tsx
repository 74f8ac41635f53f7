import { Button, Card, ColorInput, Stack, Text, Title } from '@mantine/core';
import type { PublicAppearance } from '#contract/texts/appearance.ts';
import { brand } from '#web/lib/pages/brand.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import classes from '#web/texts/appearance.module.css';
import { LogoField } from './LogoField.tsx';
import { useSaveAppearance } from './use-appearance.ts';

/** Dark enough for white text. */
const OFFERED = ['#0f766e', '#15803d', '#0369a1', '#4f46e5', '#7c3aed', '#be185d', '#b91c1c', '#9a3412', '#334155'];

/** Colour and logo, beside a page as a customer sees it. */
export function AppearanceForm({ saved }: { saved: PublicAppearance }) {
  const t = useTexts();
  const save = useSaveAppearance();
  const form = useContractForm({
    schema: async () => (await import('#contract/texts/appearance.ts')).setPublicAppearance.body,
    initial: { accent: saved.accent ?? '', logo: saved.logo },
    asBody: bodyOf,
    submit: async (values) => {
      await save.mutateAsync(bodyOf(values));
      form.form.resetDirty();
      toast.success({ title: t('texts:appearance.saved') });
    },
  });
  const { accent, logo } = form.form.values;
  return (
    <div className={classes.page}>
      <Card component="section">
        <FormBody form={form} submit={t('texts:appearance.submit')}>
          <ColorInput
            label={t('texts:appearance.color')}
            description={t('texts:appearance.color_help')}
            placeholder={brand.accent}
            swatches={OFFERED}
            withEyeDropper={false}
            withPicker={false}
            closeOnColorSwatchClick
            {...form.field('accent')}
          />
          <LogoField logo={logo} onChange={(next) => form.form.setFieldValue('logo', next)} />
        </FormBody>
      </Card>
      <section aria-label={t('texts:appearance.preview')}>
        <Title order={2} fz="md" mb="xs">
          {t('texts:appearance.preview')}
        </Title>
        <Card className={classes.sample}>
          <Stack gap="sm">
            {logo && <img src={logo.url} alt="" className={classes.logo} />}
            <Text fw={700} fz="lg">
              {saved.businessName}
            </Text>
            <Text c="dimmed">{t('texts:appearance.sample')}</Text>
            <Button component="span" color={/^#[0-9a-f]{6}$/i.test(accent) ? accent : brand.accent} fullWidth>
              {t('texts:appearance.sample_button')}
            </Button>
          </Stack>
        </Card>
      </section>
    </div>
  );
}

type Values = { accent: string; logo: PublicAppearance['logo'] };

const bodyOf = ({ accent, logo }: Values) => ({ accent: accent.trim() || null, logoId: logo?.id ?? null });
