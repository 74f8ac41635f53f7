import { Menu } from '@mantine/core';
import type { MenuProps } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { MenuPartsContext } from './ActionMenu.tsx';
import type { MenuParts } from './ActionMenu.tsx';

const PARTS: MenuParts = { Item: Menu.Item, Label: Menu.Label, Divider: Menu.Divider };

type Props = { target: ReactElement; children: ReactNode; position: MenuProps['position']; width?: number };

/** The menu of `ActionMenu`; starts open. */
export function OpenedMenu({ target, children, position, width }: Props) {
  return (
    <Menu position={position} width={width} defaultOpened>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <MenuPartsContext value={PARTS}>{children}</MenuPartsContext>
      </Menu.Dropdown>
    </Menu>
  );
}
