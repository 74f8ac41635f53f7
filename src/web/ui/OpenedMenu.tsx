import { Menu } from '@mantine/core';
import type { MenuProps } from '@mantine/core';
import { cloneElement, useMemo, useRef, useState } from 'react';
import type { ReactElement, ReactNode, Ref } from 'react';
import { MenuPartsContext } from './ActionMenu.tsx';
import type { MenuParts } from './ActionMenu.tsx';
import classes from './OpenedMenu.module.css';
import { useFocusBack } from './use-focus-back.ts';

type Props = {
  target: ReactElement<{ ref?: Ref<HTMLButtonElement> }>;
  children: ReactNode;
  position: MenuProps['position'];
  width?: number;
};

/** The menu of `ActionMenu`; starts open. */
export function OpenedMenu({ target, children, position, width }: Props) {
  const [isOpen, setOpen] = useState(true);
  const button = useRef<HTMLButtonElement>(null);
  const parts: MenuParts = useMemo(
    () => ({
      Item: Menu.Item,
      Label: Menu.Label,
      Divider: Menu.Divider,
      leave: () => button.current?.focus({ preventScroll: true }),
    }),
    [],
  );
  useFocusBack(isOpen, button);
  return (
    <Menu position={position} width={width} opened={isOpen} onChange={setOpen}>
      <Menu.Target>{cloneElement(target, { ref: button })}</Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        <MenuPartsContext value={parts}>{children}</MenuPartsContext>
      </Menu.Dropdown>
    </Menu>
  );
}
