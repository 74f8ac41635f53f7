import { Menu } from '@mantine/core';
import type { MenuProps } from '@mantine/core';
import { cloneElement, createContext, use, useCallback, useRef, useState } from 'react';
import type { ComponentProps, MouseEventHandler, ReactElement, ReactNode } from 'react';
import classes from './ActionMenu.module.css';
import { useFocusBack } from '#web/ui/use-focus-back.ts';

/** Gives the focus back to the menu's button, so that a window opened by an item gives it back there too. */
const FocusButtonContext = createContext<() => void>(() => undefined);

type Props = {
  /** The button that opens it. */
  target: ReactElement<ComponentProps<'button'>>;
  /** `MenuItem`, `MenuLabel`, `MenuDivider`. */
  children: ReactNode;
  position?: MenuProps['position'];
  width?: number;
};

/** A menu behind a button. It is drawn from the first press on: a long list has one in each row. */
export function ActionMenu({ target, children, position = 'bottom-end', width }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [isDrawn, setDrawn] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const focusButton = useCallback(() => button.current?.focus({ preventScroll: true }), []);
  useFocusBack(isOpen, button);

  if (!isDrawn) {
    const open: MouseEventHandler<HTMLButtonElement> = (event) => {
      target.props.onClick?.(event);
      setDrawn(true);
      setOpen(true);
    };
    return cloneElement(target, { ref: button, 'aria-haspopup': 'menu', 'aria-expanded': false, onClick: open });
  }
  return (
    <Menu position={position} width={width} opened={isOpen} onChange={setOpen}>
      <Menu.Target>{cloneElement(target, { ref: button })}</Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        <FocusButtonContext value={focusButton}>{children}</FocusButtonContext>
      </Menu.Dropdown>
    </Menu>
  );
}

type ItemProps = {
  children: ReactNode;
  leftSection?: ReactNode;
  rightSection?: ReactNode;
  /** `bad` for what cannot be taken back. */
  color?: string;
  disabled?: boolean;
  closeMenuOnClick?: boolean;
  /** The language of the item's words, where it is not the page's. */
  lang?: string;
  onClick?: () => void;
};

export function MenuItem(props: ItemProps) {
  const focusButton = use(FocusButtonContext);
  const choose = () => {
    if (props.closeMenuOnClick !== false) focusButton();
    props.onClick?.();
  };
  return <Menu.Item {...props} onClick={choose} />;
}

export const MenuLabel = Menu.Label;
export const MenuDivider = Menu.Divider;
