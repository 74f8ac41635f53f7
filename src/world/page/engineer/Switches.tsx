import { Stack, Switch, Text } from '@mantine/core';
import { useIiko } from '../orders/use-orders.ts';
import { useTexts } from '../texts.tsx';
import { useBehaviours, useFaults, useModel, useSalon, useWhatsApp } from '../use-world.ts';
import { BREAKAGES } from './breakages.ts';

/** Failures to switch on and off. */
export function Switches() {
  const { t } = useTexts();
  const faults = useFaults().data?.faults;
  const behaviours = useBehaviours().data;
  const yclients = useSalon('yclients').data;
  const altegio = useSalon('altegio').data;
  const iiko = useIiko().data;
  const whatsapp = useWhatsApp().data;
  const model = useModel().data;
  if (!faults || !behaviours || !yclients || !altegio || !iiko || !whatsapp || !model) return null;
  const condition = { faults, behaviours, salons: { yclients, altegio }, iiko, whatsapp, model };

  return (
    <Stack gap="md">
      {BREAKAGES.map(({ service, breakages }) => (
        <Stack key={service} gap={8}>
          <Text fz={13} fw={650}>
            {service === 'model' ? t('modelService') : service}
          </Text>
          {breakages.map((breakage) => (
            <Switch
              key={breakage.text}
              color="red"
              label={t(breakage.text)}
              checked={breakage.isOn(condition)}
              onChange={(event) => void breakage.set(event.currentTarget.checked, condition)}
            />
          ))}
        </Stack>
      ))}
    </Stack>
  );
}
