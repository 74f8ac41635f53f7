import { ActionIcon, Text } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useTexts } from '../texts.tsx';
import classes from './OrderDialog.module.css';
import type { Product } from './types.ts';

type Props = {
  money: (sum: number) => string;
  products: Product[];
  /** How many of each, by the product's id. */
  amounts: Record<string, number>;
  onAmounts(amounts: Record<string, number>): void;
};

/** The menu with a number beside each dish. */
export function Menu({ money, products, amounts, onAmounts }: Props) {
  const { t } = useTexts();
  return (
    <div role="group" aria-label={t('dishes')}>
      <Text fz={14} fw={500} mb={2}>
        {t('dishes')}
      </Text>
      <div className={classes.menu}>
        {products.map(({ id, name, price }) => {
          const amount = amounts[id] ?? 0;
          return (
            <div key={id} className={classes.choice}>
              <span>
                {name} <span className={classes.price}>{money(price)}</span>
              </span>
              <ActionIcon
                variant="default"
                size={30}
                disabled={amount === 0}
                aria-label={t('fewer', { name })}
                onClick={() => onAmounts({ ...amounts, [id]: amount - 1 })}
              >
                <IconMinus size={14} />
              </ActionIcon>
              <span className={classes.amount}>{amount || ''}</span>
              <ActionIcon
                variant="default"
                size={30}
                aria-label={t('more', { name })}
                onClick={() => onAmounts({ ...amounts, [id]: amount + 1 })}
              >
                <IconPlus size={14} />
              </ActionIcon>
            </div>
          );
        })}
      </div>
    </div>
  );
}
